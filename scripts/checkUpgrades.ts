/**
 * `npm run check:upgrades -- <kratos> …` tries the portal with other versions of Kratos: it runs the tests of the main
 * visits in front of the pinned Kratos and of each program, and prints a table. Exits with 1 if a visit fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildKratos } from '../provider/local/buildKratos.ts';
import { testFile, visitOutcome, visits, type Report, type VisitOutcome } from './upgrades/visits.ts';

const root = path.join(import.meta.dirname, '..');

/** Makes the visits in front of a program. Shows their progress on stderr. */
function visitWith(program: string): VisitOutcome {
  const directory = mkdtempSync(path.join(tmpdir(), 'upgrades-'));
  const report = path.join(directory, 'report.json');
  const args = [...Object.values(visits).map(testFile), '--json', `--outputFile=${report}`];
  spawnSync(process.execPath, [path.join(root, 'scripts/test.ts'), ...args], {
    cwd: root,
    env: { ...process.env, KRATOS_PROGRAM: program },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const outcome = visitOutcome(
    existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined,
  );
  rmSync(directory, { recursive: true });
  return outcome;
}

/** Returns the version that a program reports; undefined if it is not Kratos. */
function versionOf(program: string): string | undefined {
  const { status, stdout } = spawnSync(program, ['version'], { encoding: 'utf8' });
  return status === 0 ? /^Version:\s+(\S+)/m.exec(stdout)?.[1] : undefined;
}

const given = process.argv.slice(2).map((program) => path.resolve(program));
const others = given.filter((program) => versionOf(program) === undefined);
if (given.length === 0 || others.length > 0) {
  for (const program of others) console.error(`${program} is not a Kratos program`);
  console.error('Usage: npm run check:upgrades -- <kratos> … (programs with the SQLite driver)');
  process.exitCode = 1;
} else {
  const pinned = await buildKratos();
  const programs = [
    ...(pinned === undefined ? [] : [['pinned', pinned] as const]),
    ...given.map((program) => [`${versionOf(program)} ${program}`, program] as const),
  ];
  const outcomes = programs.map(([title, program]) => ({ title, ...visitWith(program) }));
  for (const { title, failed } of outcomes) for (const name of failed) console.log(`${title}: ${name}`);
  console.table(
    Object.fromEntries(
      Object.keys(visits).map((visit) => [
        visit,
        Object.fromEntries(outcomes.map(({ title, cells }) => [title, cells[visit]])),
      ]),
    ),
  );
  if (!outcomes.every(({ succeeded }) => succeeded)) process.exitCode = 1;
}
