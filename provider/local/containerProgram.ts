import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { outputOf } from './keptProcess.ts';
import { setting } from './setting.ts';
import type { KratosProgram } from './kratosProgram.ts';

const defaultImage = 'oryd/kratos:v26.2.0';
const configuration = '/etc/config/kratos';

/**
 * Kratos in a container. On Linux it uses the host network, so it reaches the mailbox on loopback; elsewhere
 * Docker publishes its ports, and it reaches the host by name.
 *
 * @param image the image to run
 */
export function containerProgram(image = setting('KRATOS_IMAGE') ?? defaultImage): KratosProgram {
  const sharesNetwork = process.platform === 'linux';
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`] : [];
  return {
    name: `Kratos (Docker image ${image})`,
    loopback: sharesNetwork ? '127.0.0.1' : 'host.docker.internal',
    listenOn: sharesNetwork ? '127.0.0.1' : '0.0.0.0',
    configuration,
    async prepare() {
      const isPulled = spawnSync('docker', ['image', 'inspect', image], { stdio: 'ignore' }).status === 0;
      if (isPulled) return;
      console.log(`pulling ${image} …`);
      let lastLine = '';
      const onLine = (line: string): void => {
        if (line.trim() !== '') lastLine = line.trim();
      };
      const { code } = await outputOf(['docker', 'pull', '--quiet', image], { onLine });
      if (code !== 0) throw new Error(`Docker could not pull ${image}: ${lastLine}`);
    },
    command: (args, { environment, directory, ports }) => {
      const name = `account-portal-kratos-${randomUUID()}`;
      const command: [string, ...string[]] = [
        'docker',
        'run',
        '--rm',
        `--name=${name}`,
        ...user,
        ...(sharesNetwork ? ['--network=host'] : ports.map((port) => `--publish=127.0.0.1:${port}:${port}`)),
        `--volume=${path.join(import.meta.dirname, '../kratos')}:${configuration}:ro`,
        `--volume=${directory}:${directory}`,
        ...Object.keys(environment).map((variable) => `--env=${variable}`),
        image,
        ...args,
      ];
      return { command, cleanUp: ['docker', 'rm', '--force', name] };
    },
  };
}
