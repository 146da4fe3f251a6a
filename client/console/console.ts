/**
 * What scripts add to the console: the palette, keys of a single letter, and buttons that copy. Every page works without them. The
 * server renders the elements and their texts, see `Dialogs.tsx`.
 */

/** How long typing pauses before people are asked for, and how long the key after `g` may take, in milliseconds. */
const pauseMs = 150;
const sequenceMs = 1500;
/** How long a button says that it has copied, in milliseconds. */
const copiedMs = 2000;

/** Where the browser keeps that the keys are turned off. */
const keysOff = 'console-keys-off';

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const findAll = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

const palette = document.querySelector<HTMLDialogElement>('#palette');
const keys = document.querySelector<HTMLDialogElement>('#keys');
const said = find('#said');
const copyTemplate = document.querySelector<HTMLTemplateElement>('#copy');

/** Copies a text, and says so. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  const copied = copyTemplate?.content.querySelector<HTMLElement>('button')?.dataset.copied;
  // the same words are only read out again if they are new
  said?.replaceChildren();
  requestAnimationFrame(() => said?.replaceChildren(copied ?? ''));
}

/** Writes the times in the reader's own time zone. */
function localTimes(): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  for (const time of document.querySelectorAll('time'))
    time.textContent = format.format(new Date(time.dateTime));
}

/** Puts a button behind each text that is worth copying. */
function addCopyButtons(): void {
  for (const element of findAll('[data-copy]')) {
    const made = copyTemplate?.content.cloneNode(true) as DocumentFragment | undefined;
    const button = made?.querySelector('button');
    if (!button) return;
    const { textContent } = button;
    button.addEventListener('click', () => {
      void copy(element.textContent).then(() => {
        button.textContent = button.dataset.copied ?? '';
        setTimeout(() => (button.textContent = textContent), copiedMs);
      });
    });
    element.after(button);
  }
}

/** Somewhere that the palette leads to. */
interface Entry {
  text: string;
  note?: string;
  url: string;
}

const entriesOf = (selector: string): Entry[] =>
  findAll(selector).map((link) => ({
    text: link.ariaLabel ?? link.textContent.trim(),
    url: (link as HTMLAnchorElement).href,
  }));

/** Asks for the people whom a text finds; nobody if there is no answer. */
async function askPeople(query: string, signal: AbortSignal): Promise<Entry[]> {
  const answer = await fetch(`/manage/find?${new URLSearchParams({ q: query })}`, {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return [];
  const { people } = (await answer.json()) as { people: { id: string; name: string; address?: string }[] };
  return people.map(({ id, name, address }) => ({
    text: name,
    ...(address !== undefined && address !== name && { note: address }),
    url: `/manage/people/${encodeURIComponent(id)}`,
  }));
}

/** Starts the palette: a combobox over a listbox (ARIA Authoring Practices). @returns what opens it */
function startPalette(dialog: HTMLDialogElement): () => void {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('[role=listbox]');
  if (!input || !list) return () => undefined;
  const pages = entriesOf('nav a[data-key]');
  const acts = entriesOf('main :is(a[data-act], a[data-press])');
  let people: Entry[] = [];
  let asked = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The chosen option's URL; undefined for the first one. */
  let chosen: string | undefined;

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const current = (): HTMLElement | undefined =>
    options().find(({ dataset }) => dataset.url === chosen) ?? options()[0];

  const mark = (): void => {
    for (const option of options()) option.ariaSelected = String(option === current());
    input.setAttribute('aria-activedescendant', current()?.id ?? '');
    current()?.scrollIntoView({ block: 'nearest' });
  };

  const optionFor = ({ text, note, url }: Entry, id: string): HTMLElement => {
    const option = document.createElement('div');
    option.role = 'option';
    option.id = id;
    option.dataset.url = url;
    option.append(text);
    if (note !== undefined) {
      const small = document.createElement('small');
      small.append(note);
      option.append(' ', small);
    }
    return option;
  };

  const show = (): void => {
    const query = input.value.trim();
    const matching = (entries: Entry[]): Entry[] =>
      entries.filter(({ text }) => text.toLowerCase().includes(query.toLowerCase()));
    const all = {
      text: (dialog.dataset.all ?? '').replace('{query}', () => query),
      url: `/manage/find?${new URLSearchParams({ q: query })}`,
    };
    const groups = { people, acts: matching(acts), pages: matching(pages), all: query === '' ? [] : [all] };
    for (const [name, entries] of Object.entries(groups)) {
      const group = list.querySelector<HTMLElement>(`[data-group=${name}]`);
      for (const option of group?.querySelectorAll('[role=option]') ?? []) option.remove();
      group?.append(...entries.map((entry, at) => optionFor(entry, `option-${name}-${at}`)));
      if (group) group.hidden = entries.length === 0;
    }
    mark();
  };

  const ask = async (): Promise<void> => {
    const { signal } = asked;
    const found = await askPeople(input.value.trim(), signal).catch(() => []);
    if (signal.aborted) return;
    people = found;
    show();
  };

  const renew = (): void => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
    people = [];
    chosen = undefined;
    show();
    if (input.value.trim() !== '') timer = setTimeout(() => void ask(), pauseMs);
  };

  const move = (step: number): void => {
    const all = options();
    const at = all.findIndex((option) => option === current());
    chosen = all.at((at + step) % all.length)?.dataset.url;
    mark();
  };

  const go = (option: HTMLElement | null | undefined): void => {
    const url = option?.dataset.url;
    if (url !== undefined) location.assign(url);
  };

  input.addEventListener('input', renew);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => go(current()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  list.addEventListener('click', ({ target }) => {
    go((target as Element).closest<HTMLElement>('[role=option]'));
  });
  return () => {
    input.value = '';
    renew();
    dialog.showModal();
  };
}

/** Moves the focus to the first link of the next or previous row. */
function moveRow(step: number): void {
  const rows = findAll('main :is(tbody tr, li[id])').filter((row) => row.querySelector('a'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows.at(step > 0 ? 0 : -1) : rows[at + step];
  next?.querySelector('a')?.focus();
}

const press = (selector: string) => (): void => find(selector)?.click();

/** What each key of a single letter does, as far as the page has it. */
const single: Partial<Record<string, () => void>> = {
  '/': () => (find('main input[type=search]') ?? find('#find'))?.focus(),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  e: press('main [data-press=e]'),
  i: press('main [data-press=i]'),
  '[': press('main a[rel=prev]'),
  ']': press('main a[rel=next]'),
  c: () => {
    const id = find('main [data-copy]')?.textContent;
    if (id) void copy(id);
  },
  y: () => void copy(location.href),
  '?': () => keys?.showModal(),
};

/** Whether the keys of a single letter work; a browser may refuse to keep anything. */
function areKeysOn(): boolean {
  try {
    return localStorage.getItem(keysOff) === null;
  } catch {
    return true;
  }
}

function turnKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(keysOff);
    else localStorage.setItem(keysOff, '');
  } catch {
    // they stay on
  }
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;

function startKeys(openPalette: () => void): void {
  let isAfterG = false;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey) {
      event.preventDefault();
      if (!find('dialog[open]')) openPalette();
      return;
    }
    if (ctrlKey || metaKey || altKey || event.repeat || event.isComposing) return;
    if (isField(event.target) || find('dialog[open]') || !areKeysOn()) return;
    const link = isAfterG ? find(`nav a[data-key="${CSS.escape(key)}"]`) : null;
    const act = link ? () => link.click() : single[key];
    isAfterG = key === 'g' && !isAfterG;
    if (isAfterG) setTimeout(() => (isAfterG = false), sequenceMs);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function startKeyTable(): void {
  const isOn = document.querySelector<HTMLInputElement>('#keys-on');
  const opener = find('#show-keys');
  if (!isOn || !opener) return;
  isOn.checked = areKeysOn();
  isOn.addEventListener('change', () => turnKeys(isOn.checked));
  opener.hidden = false;
  opener.addEventListener('click', () => keys?.showModal());
}

/** Closes a dialog when somebody clicks beside it. */
for (const dialog of [palette, keys])
  dialog?.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });

/** Sends each form once: a second press does nothing while the answer is awaited. */
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.sent !== undefined && form.method === 'post') event.preventDefault();
  form.dataset.sent = '';
});
// a page that comes back from the browser's cache may be sent again
window.addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});

addCopyButtons();
startKeyTable();
startKeys(palette ? startPalette(palette) : () => undefined);
localTimes();
