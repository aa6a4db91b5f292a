import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks on stderr, since stdout is for the output of the command. Ctrl-C and Ctrl-D end the program. */
export function ask(question: string, isHidden = false): Promise<string> {
  let isAsked = false
  const output = new Writable({
    write(text, _, done) {
      if (!isAsked || !isHidden) process.stderr.write(text)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const leave = (exitCode: number) => {
    process.stderr.write('\n')
    process.exit(exitCode)
  }
  lines.once('SIGINT', () => leave(130))
  const given = Promise.withResolvers<string>()
  const abandoned = () => leave(1)
  lines.once('close', abandoned)
  lines.question(`${question} `, (answer) => {
    lines.off('close', abandoned)
    lines.close()
    if (isHidden) process.stderr.write('\n')
    given.resolve(answer.trim())
  })
  isAsked = true
  return given.promise
}
