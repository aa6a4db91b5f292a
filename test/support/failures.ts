/** Where the runner tells which file the lines below are of. */
const fileLine = /^(\S+\.test\.tsx?):(?: \(run #\d+\))?$/
const resultLine = /^\((?:pass|skip|todo)\) /
const failureLine = /^\(fail\) /
/** What comes after a result that says that it took too long. */
const lateLine = /^ {2}\^ /
/** Where the runner repeats what has failed, or sums up. */
const endLine = /^(?:\d+ tests? failed:| \d+ pass)$/

/** The tests that failed, each with its file and what was printed about it, from what `bun test` prints. */
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
