/** A fake Kratos for tests of starting and stopping. `kratos-faults.json` in its HOME says how it fails. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { KratosFaults } from './clone.ts';

const home = process.env.HOME ?? '';
const faults = JSON.parse(readFileSync(path.join(home, 'kratos-faults.json'), 'utf8')) as KratosFaults;
const startedBefore = path.join(home, 'kratos-started');

function serve(): void {
  const isRestart = existsSync(startedBefore);
  writeFileSync(startedBefore, '');
  writeFileSync(path.join(home, 'kratos-pid'), String(process.pid));
  const admin = createServer((request, response) => {
    const refuses = request.method === 'POST' && faults.identities;
    response.writeHead(refuses ? 500 : 200).end(refuses ? '{\n"error": "no identities today"\n}' : '{}');
    if (isRestart && faults.restarts) setImmediate(() => process.exit(7));
  });
  admin.listen(Number(process.env.SERVE_ADMIN_PORT), '127.0.0.1');
}

if (process.argv[2] === 'version') console.log(`Version:\t\t\t${faults.version}`);
else if (process.argv[2] !== 'migrate') serve();
else if (faults.migrate) {
  console.error(`Error: ${faults.migrate}`);
  process.exitCode = 1;
}
