import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, cp, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram, installFromDebian } from '../../scripts/debian.mjs'
import { nodeProgram, ROOT } from '../../scripts/prepare.mjs'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** An image that was built from the Containerfile, with its files laid out in a folder. */
export type Image = {
  /** The folder with its files. */
  files: string
  /** The bytes that it adds to the image it is built from. */
  bytesAboveBase: number
  /** Its settings, as the Containerfile has them. */
  config: { User: string; Env: string[]; Cmd: string[]; WorkingDir: string }
  /** Lets go of its files, so that their folder can be removed. */
  unmount: () => Promise<void>
}

/** Installs the programs that build images. They need no service that runs. */
export async function installBuilder(): Promise<void> {
  const missing = ['buildah', 'mmdebstrap'].filter((name) => findProgram(name) === null)
  if (missing.length > 0) await installFromDebian(missing, 'to build the container image')
}

/**
 * Builds the image of the Containerfile in `folder`, from what is committed. The registry of the base image is not asked: an image of that
 * name is made from Debian's packages, the program's own Node and this machine's npm.
 */
export async function buildImage(folder: string): Promise<Image> {
  const [images, state] = [path.join(folder, 'images'), path.join(folder, 'run')]
  const storage = ['--root', images, '--runroot', state, '--storage-driver', 'overlay']
  const buildah = async (...args: string[]) => {
    const { stdout } = await run('buildah', [...storage, ...args], { maxBuffer: OUTPUT_BYTES_MAX })
    return stdout.trim()
  }
  const [, baseName = ''] =
    /^FROM (\S+) AS build$/m.exec(await readFile(path.join(ROOT, 'Containerfile'), 'utf8')) ?? []
  const base = await baseFiles(path.join(folder, 'base'))
  const empty = await buildah('from', 'scratch')
  await buildah('add', '--quiet', empty, base, '/')
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  await buildah('config', '--env', `PATH=${PATH}`, '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, empty)
  await buildah('commit', '--quiet', empty, `docker.io/library/${baseName}`)

  const context = path.join(folder, 'context')
  await mkdir(context)
  const archive = path.join(folder, 'files.tar')
  await run('git', ['archive', '--output', archive, 'HEAD'], { cwd: ROOT })
  await run('tar', ['--extract', '--file', archive, '--directory', context])
  const containerfile = path.join(context, 'Containerfile')
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--quiet']
  await buildah('bud', ...options, '--file', containerfile, '--tag', 'petsetu', context)
  const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/petsetu')) as {
    OCIv1: { config: Image['config'] }
  }
  const files = await buildah('mount', await buildah('from', '--pull-never', 'localhost/petsetu'))
  return {
    files,
    config: inspected.OCIv1.config,
    bytesAboveBase: (await bytesOf(files)) - (await bytesOf(base)),
    unmount: async () => void (await buildah('umount', '--all')),
  }
}

const PATH = '/usr/local/bin:/usr/bin:/bin'

/** The files of an image with Node and npm, and with its user `node`. */
async function baseFiles(folder: string): Promise<string> {
  const packages = '--include=ca-certificates,libstdc++6'
  const sources = (await readdir('/etc/apt/sources.list.d')).filter((name) => name.endsWith('.sources'))
  const lists = sources.map((name) => path.join('/etc/apt/sources.list.d', name))
  if (lists.length === 0) lists.push('/etc/apt/sources.list')
  await run('mmdebstrap', ['--quiet', '--variant=minbase', packages, 'bookworm', folder, ...lists])
  await run('useradd', ['--root', folder, '--uid', '1000', '--create-home', 'node'])
  // Whoever builds behind a proxy has its certificate here.
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  await copyFile(certificates, path.join(folder, certificates))
  const local = path.join(folder, 'usr/local')
  await copyFile(nodeProgram(), path.join(local, 'bin/node'))
  await chmod(path.join(local, 'bin/node'), 0o755)
  const npm = path.join(await realpath(findProgram('npm') ?? 'npm'), '../..')
  await cp(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
  return folder
}

async function bytesOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', folder])
  return Number.parseInt(stdout, 10)
}

// Everything but the data folder and a small /tmp is read-only, as with `docker run --read-only --tmpfs /tmp`.
const IN_CONTAINER = `
set -e
files=$1 data=$2 user=$3 folder=$4
shift 4
mount --bind "$files" "$files"
mount -o remount,ro,bind "$files"
mount --bind "$data" "$files/var/lib/petsetu"
mount --rbind /dev "$files/dev"
mount --rbind /proc "$files/proc"
mount -t tmpfs -o size=64m tmpfs "$files/tmp"
exec chroot --userspec="$user:$user" "$files" env --ignore-environment --chdir="$folder" "$@"`

/** Starts a program of the image as its user, with a read-only file system but for its data; it sees the host's network. */
export function startIn(
  { files, config: { User, Env, Cmd, WorkingDir } }: Image,
  data: string,
  { env = {}, command = Cmd }: { env?: Record<string, string>; command?: string[] },
) {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const args = [
    '--mount',
    'sh',
    '-c',
    IN_CONTAINER,
    'sh',
    files,
    data,
    User,
    WorkingDir,
    ...Env,
    ...settings,
    ...command,
  ]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const killIt = () => void child.kill('SIGKILL')
  process.once('exit', killIt)
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', killIt)
    return code as number | null
  })
  return {
    output: () => output,
    /** Resolves with its exit code. */
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
