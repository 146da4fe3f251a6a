import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { outputOf } from './keptProcess.ts';
import { onPath } from './onPath.ts';
import { configurationOf, titleOf, type ServerProgram } from './serverProgram.ts';
import { setting } from './setting.ts';

/** The version of the official images. */
const version = 'v26.2.0';

/** Whether this machine has a Docker that runs. */
export function dockerAnswers(): boolean {
  return onPath('docker') !== undefined && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
}

const hasImage = (image: string): boolean =>
  spawnSync('docker', ['image', 'inspect', image], { stdio: 'ignore' }).status === 0;

/** How long a registry may take to answer, in milliseconds. */
const registryDeadline = 3_000;

const imageOf = (server: string): string =>
  setting(`${server.toUpperCase()}_IMAGE`) ?? `oryd/${server}:${version}`;

/** Whether Docker has a server's image, or a registry says that it has it. */
export function canGetImage(server: string): boolean {
  const image = imageOf(server);
  if (hasImage(image)) return true;
  const options = { stdio: 'ignore', timeout: registryDeadline } as const;
  return spawnSync('docker', ['manifest', 'inspect', image], options).status === 0;
}

/**
 * Describes a server in a container of its official image, or of the one that KRATOS_IMAGE, HYDRA_IMAGE or KETO_IMAGE
 * names. On Linux it uses the host network, so it reaches the mailbox on loopback; elsewhere Docker publishes its
 * ports, and it reaches the host by name.
 *
 * @param server as in `kratos`
 */
export function containerProgram(server: string): ServerProgram {
  const image = imageOf(server);
  const configuration = `/etc/config/${server}`;
  const sharesNetwork = process.platform === 'linux';
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`] : [];
  return {
    name: `${titleOf(server)} (Docker image ${image})`,
    loopback: sharesNetwork ? '127.0.0.1' : 'host.docker.internal',
    listenOn: sharesNetwork ? '127.0.0.1' : '0.0.0.0',
    configuration,
    async prepare() {
      if (hasImage(image)) return;
      console.log(`pulling ${image} …`);
      let lastLine = '';
      const onLine = (line: string): void => {
        if (line.trim() !== '') lastLine = line.trim();
      };
      const { code } = await outputOf(['docker', 'pull', '--quiet', image], { onLine });
      if (code !== 0) throw new Error(`Docker could not pull ${image}${lastLine && `: ${lastLine}`}`);
    },
    command: (args, { environment, directory, ports }) => {
      const name = `account-portal-${server}-${randomUUID()}`;
      const command: [string, ...string[]] = [
        'docker',
        'run',
        '--rm',
        `--name=${name}`,
        ...user,
        ...(sharesNetwork ? ['--network=host'] : ports.map((port) => `--publish=127.0.0.1:${port}:${port}`)),
        `--volume=${configurationOf(server)}:${configuration}:ro`,
        `--volume=${directory}:${directory}`,
        ...Object.keys(environment).map((variable) => `--env=${variable}`),
        image,
        ...args,
      ];
      return { command, cleanUp: ['docker', 'rm', '--force', name] };
    },
  };
}
