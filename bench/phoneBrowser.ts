import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { endOnExit, endProcess } from '../provider/local/processes.ts';
import { chromiumOrInstall } from '../test/support/chromium.ts';

/** One load of a page; times in milliseconds. */
export interface Load {
  largestPaint: number;
  /** The slower one of a tap into the password field and a key, up to the next frame: Event Timing rounds to 8 ms. */
  interaction: number;
  /** The sum of all layout shifts, in thousandths. */
  shifts: number;
  /** 0 if no task took 50 ms, below which the Long Tasks API reports none. */
  longestTask: number;
}

interface Phone {
  /** Opens a page with an empty cache. @param cookie the `Cookie` header, of one cookie @throws Error of DevTools */
  load: (url: string, cookie: string) => Promise<Load>;
  stop: () => Promise<void>;
}

const screen = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true };
const slowdown = 4;
/** Slow 4G; latency in milliseconds, throughput in bytes a second. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const flags = [
  '--headless',
  '--no-sandbox',
  '--remote-debugging-port=0',
  // emulation of a phone's screen alone would round letters to whole pixels, which moves text when the font arrives
  `--force-device-scale-factor=${screen.deviceScaleFactor}`,
  '--font-render-hinting=none',
];

/** Collects the browser's own measurements, from before the page's first byte. */
const observe = `
  const load = (self.measured = { largestPaint: 0, interaction: 0, shifts: 0, longestTask: 0 });
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, durationThreshold: 16 });
  on('largest-contentful-paint', ({ startTime }) => (load.largestPaint = startTime));
  on('layout-shift', ({ value }) => (load.shifts += value));
  on('longtask', ({ duration }) => (load.longestTask = Math.max(load.longestTask, duration)));
  on('event', ({ interactionId, duration }) => interactionId && (load.interaction = Math.max(load.interaction, duration)));`;

/** Resolves with the middle of the password field when the page has been quiet for a while after its load. */
const settle = `new Promise((resolve) => {
  const later = () => setTimeout(() => {
    const { x, y, width, height } = document.querySelector('[type=password]').getBoundingClientRect();
    resolve({ x: x + width / 2, y: y + height / 2 });
  }, 2000);
  document.readyState === 'complete' ? later() : addEventListener('load', later);
})`;

/** Resolves with the measurements when those of the last interaction have been delivered. */
const collect = `new Promise((resolve) => setTimeout(() => resolve(self.measured), 500))`;

type Send = <Result>(method: string, parameters?: object, sessionId?: string) => Promise<Result>;

/** Connects to a browser's DevTools. @returns calls a method, and the connection */
async function connect(url: string): Promise<{ send: Send; socket: WebSocket }> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
    };
    const call = id === undefined ? undefined : waiting.get(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  let calls = 0;
  const send = <Result>(method: string, params: object = {}, sessionId?: string): Promise<Result> => {
    const call = Promise.withResolvers<unknown>();
    waiting.set((calls += 1), call);
    socket.send(JSON.stringify({ id: calls, method, params, sessionId }));
    return call.promise as Promise<Result>;
  };
  return { send, socket };
}

/**
 * Starts a Chromium that emulates a phone. It speaks the DevTools protocol itself and turns on only what throttles: with
 * Playwright's inspector, V8 looks up the lines of every error that a script creates.
 */
export async function startPhone(): Promise<Phone> {
  const profile = await mkdtemp(path.join(tmpdir(), 'portal-phone-'));
  const chromium = spawn(chromiumOrInstall(), [...flags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endOnExit(chromium);
  let address: string | undefined;
  for await (const line of createInterface(chromium.stderr)) {
    address = /ws:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) break;
  }
  if (address === undefined) throw new Error('Chromium does not start');
  const { send, socket } = await connect(address);

  const load: Phone['load'] = async (url, cookie) => {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const call: Send = (method, parameters) => send(method, parameters, sessionId);
    const evaluate = async <Result>(expression: string): Promise<Result> => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      return (await call<{ result: { value: Result } }>('Runtime.evaluate', options)).result.value;
    };
    const [name, value] = cookie.split(/=(.*)/s);
    await call('Emulation.setDeviceMetricsOverride', screen);
    await call('Emulation.setTouchEmulationEnabled', { enabled: true });
    await call('Network.enable');
    await call('Network.setCookie', { url, name, value });
    await call('Network.emulateNetworkConditions', slow4G);
    await call('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await call('Page.enable');
    await call('Page.addScriptToEvaluateOnNewDocument', { source: observe });
    await call('Page.navigate', { url });
    await call('Input.synthesizeTapGesture', await evaluate<{ x: number; y: number }>(settle));
    await call('Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', text: 'a' });
    await call('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a' });
    const figures = await evaluate<Load>(collect);
    figures.shifts = Math.round(figures.shifts * 1000);
    await send('Target.disposeBrowserContext', { browserContextId });
    return figures;
  };
  const stop = async (): Promise<void> => {
    socket.close();
    await endProcess(chromium);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { load, stop };
}
