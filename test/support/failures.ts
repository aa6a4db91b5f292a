/** The line in which the runner names the file of the following lines. */
const fileLine = /^(\S+\.test\.tsx?):(?: \(run #\d+\))?$/
const resultLine = /^\((?:pass|skip|todo)\) /
const failureLine = /^\(fail\) /
/** The line after a result that took too long. */
const lateLine = /^ {2}\^ /
/** The line before the runner's list of failures or its summary. */
const endLine = /^(?:\d+ tests? failed:| \d+ pass)$/

/** The failed tests, each with its file and its output, from the output of `bun test`. */
export function readFailures(output: string): string[] {
  const failures: string[] = []
  let file = ''
  let about: string[] = []
  let hasFailed = false
  for (const line of output.split('\n')) {
    if (hasFailed && lateLine.test(line)) {
      failures.push(`${failures.pop()}\n${line}`)
      continue
    }
    hasFailed = failureLine.test(line)
    const [, named] = fileLine.exec(line) ?? []
    if (hasFailed) failures.push([file, line, ...about].join('\n').trimEnd())
    else if (endLine.test(line)) break
    else if (named) file = named
    if (hasFailed || named || resultLine.test(line)) about = []
    else about.push(line)
  }
  return failures
}
