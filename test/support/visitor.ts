import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Mailbox } from '../../provider/local/startMailbox.ts';
import { usualMedia } from './conditions.ts';
import type { CookieJar } from './kratosLogin.ts';
import { mailedCode } from './mailedCode.ts';
import type { Profile } from './worker/profiles.ts';
import { worker } from './worker.ts';

/** The fields of a registration. */
export interface Registration {
  email: string;
  password: string;
  tos?: boolean;
  doctor?: boolean;
}

/** Browser options; by default scripts are on, the theme is light and the time zone the machine's. */
export interface VisitorOptions {
  scripts?: boolean;
  /** An IANA time zone. */
  timeZone?: string;
  /** The browser's language; British English by default. */
  language?: string;
  /** With an empty cache, in a profile that no test has used before. */
  isNew?: boolean;
}

/** A user with their own browser profile, who finds controls on the portal by their visible names. */
export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The browser's messages about violations of the content security policy so far. */
  readonly refused: string[];
  /** Whether scripts are on. */
  readonly scripts: boolean;
  readonly #portal: string;
  readonly #profile: Profile;

  constructor(page: Page, portal: string, scripts: boolean, profile: Profile) {
    this.context = profile.context;
    this.page = page;
    this.scripts = scripts;
    this.refused = profile.refused;
    this.#portal = portal;
    this.#profile = profile;
  }

  static async at(
    portal: string,
    browser: Browser,
    { scripts = true, isNew = false, ...options }: VisitorOptions = {},
  ): Promise<Visitor> {
    const open = isNew ? worker.newProfile : worker.openProfile;
    const profile = await open(browser, {
      javaScriptEnabled: scripts,
      ...usualMedia,
      locale: options.language ?? 'en-GB',
      timezoneId: options.timeZone,
      // a browser with a window allows this after a press on a button
      permissions: ['clipboard-write'],
    });
    return new Visitor(profile.page, portal, scripts, profile);
  }

  /** Opens another tab of the same browser. */
  async another(path: string): Promise<Visitor> {
    const tab = this.inTab(await this.context.newPage());
    await tab.open(path);
    return tab;
  }

  /** The same visitor in another tab of their browser. */
  inTab(page: Page): Visitor {
    return new Visitor(page, this.#portal, this.scripts, this.#profile);
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(this.#portal + path);
  }

  /** Gives the browser the portal's cookies from a jar. */
  async keep(jar: CookieJar): Promise<void> {
    const cookies = jar
      .header()
      .split('; ')
      .map((pair) => ({
        url: this.#portal,
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
      }));
    await this.context.addCookies(cookies);
  }

  /** Fills a field, and unfolds what hides it. Keeps a complete code from submitting itself: the test presses the button. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByLabel(label).first();
    await field.evaluate((element, complete) => {
      element.dataset.complete = complete;
      element.closest('details:not([open])')?.querySelector('summary')?.click();
    }, text);
    await field.fill(text);
  }

  async press(button: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  }

  /** Waits for a page's heading. */
  async arrives(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** Waits until a text is visible. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** The messages that describe a field (`aria-describedby`). */
  async messageAt(label: string | RegExp): Promise<string> {
    const field = this.page.getByLabel(label).first();
    await this.page.locator('[aria-invalid="true"]').first().waitFor();
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => this.page.locator(`[id="${id}"]`).innerText()));
    return texts.join(' ');
  }

  async register({ email, password, tos = true, doctor = false }: Registration): Promise<void> {
    await this.fill('Email', email);
    await this.fill('First name', 'Ada');
    await this.fill('Last name', 'Lovelace');
    await this.fill(/^Password/, password);
    await this.page.getByLabel(/informed consent/).setChecked(tos);
    await this.page.getByLabel('I am a trained healthcare professional').setChecked(doctor);
    await this.press('Sign up');
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.fill('Email', email);
    await this.fill(/^Password/, password);
    await this.press('Sign in with password');
  }

  /** Types the code of the newest mail after the one with the id `since`. */
  async typeMailedCode(mailbox: Mailbox, email: string, label: RegExp, since = 0): Promise<void> {
    await this.fill(label, await mailedCode(mailbox, email, since));
  }

  /** Types the code that verifies an address, which leads to the sign-in. */
  async verify(mailbox: Mailbox, email: string, since = 0): Promise<void> {
    await this.typeMailedCode(mailbox, email, /^Verification code/, since);
    await this.press('Continue');
    await this.arrives('Sign in');
    await this.reads('You verified your email address. Sign in to continue.');
  }

  /** Verifies the address of a sign-up, and signs in with the password: the address is filled in. */
  async verifyAndSignIn(mailbox: Mailbox, email: string, password: string): Promise<void> {
    await this.verify(mailbox, email);
    await this.page.locator(`input[name="identifier"][value="${email}"]`).waitFor();
    await this.fill(/^Password/, password);
    await this.press('Sign in with password');
  }

  /** Verifies the address of a sign-up with a social account, which signs in. */
  async verifySocialSignUp(mailbox: Mailbox, email: string): Promise<void> {
    await this.arrives('Verify your account');
    await this.typeMailedCode(mailbox, email, /^Verification code/);
    await this.press('Continue');
    await this.arrives(/^Welcome/);
  }

  /** Has the code mailed that a sign-in goes on to, to an address that is filled in, and types it. */
  async confirmByCode(mailbox: Mailbox, email: string): Promise<void> {
    await this.reads(/(?:Enter the code that we mail you|We mail you one code), to confirm that/);
    const since = mailbox.messages.length;
    await this.press('Email me a code');
    await this.page.getByLabel(/^Login code/).waitFor();
    await this.typeMailedCode(mailbox, email, /^Login code/, since);
    await this.press('Continue');
  }

  async logOut(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: 'Logout' }).click();
    await this.arrives('Do you wish to log out?');
    await this.press('Yes');
    await this.arrives('Sign in');
    await this.reads('You are signed out.');
  }

  leave(): Promise<void> {
    return worker.leaveProfile(this.#profile, this.#portal);
  }
}
