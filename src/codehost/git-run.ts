import { OperatorError } from '../errors.ts'
import { readCappedText } from '../net/read-capped.ts'

// A repository is untrusted and its configuration can name programs to run; none of them is needed here.
const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'i18n.logOutputEncoding=UTF-8'].flatMap(
  (setting) => ['-c', setting],
)

/** Runs git and returns its output; null if it fails, for example for a ref that does not exist. */
export async function tryGit(path: string, args: string[]): Promise<string | null> {
  const { code, stdout } = await run(path, args)
  return code === 0 ? stdout : null
}

export function runGit(path: string, args: string[], maxBytes?: number): Promise<string> {
  return feedGit(path, args, '', maxBytes)
}

/** More than the whole history of a large project. */
const defaultMaxBytes = 256 * 1024 * 1024
const maxErrorBytes = 64 * 1024

/** Runs git with `input` on stdin and returns its output. */
export async function feedGit(
  path: string,
  args: string[],
  input: string,
  maxBytes?: number,
): Promise<string> {
  const { code, stdout, stderr } = await run(path, args, input, maxBytes)
  if (code === 0) return stdout
  const cause = stderr
    .trim()
    .split('\n')
    .at(0)
    ?.replace(/^(?:fatal|error): /, '')
    .replace(/\.$/, '')
  throw new OperatorError(`git ${args[0]} failed in ${path}: ${cause || `exit code ${code}`}.`)
}

async function run(path: string, args: string[], input = '', maxBytes = defaultMaxBytes) {
  const git = spawn(['git', '--no-pager', '-C', path, ...settings, ...args], input)
  const tooMuch = () =>
    new OperatorError(
      `git ${args[0]} printed more than ${maxBytes} bytes in ${path}. Choose a shorter range.`,
    )
  try {
    const [stdout, stderr, code] = await Promise.all([
      readCappedText(git.stdout, maxBytes, tooMuch),
      readCappedText(git.stderr, maxErrorBytes, null),
      git.exited,
    ])
    return { stdout, stderr, code }
  } finally {
    git.kill()
  }
}

function spawn(command: string[], input: string) {
  try {
    return Bun.spawn(command, {
      stdin: input === '' ? 'ignore' : Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
      env: environment(),
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new OperatorError('git was not found. Install it, or add it to the PATH.')
  }
}

/** Without the variables by which a hook or another git process would select its own repository. */
function environment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(inherited),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C.UTF-8',
    LANGUAGE: '',
  }
}
