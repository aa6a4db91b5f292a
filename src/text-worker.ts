import { generatedCheck } from './features/generation/check-again.ts'
import { articleCheck } from './features/geo/briefs/writing/check-again.ts'
import { postHtml } from './markdown/post-html.ts'
import { robotsFile } from './net/robots.ts'
import { sitePage } from './net/site-page.ts'
import { csvFile } from './text/csv.ts'
import { answerTask, type TextAnswer, type TextBegin, type TextRequest } from './text-thread.ts'

declare const self: Worker

const tasks = [articleCheck, csvFile, generatedCheck, postHtml, robotsFile, sitePage]

self.onmessage = async ({ data: { name, input } }: MessageEvent<TextRequest>) => {
  self.postMessage({ begun: true } satisfies TextBegin)
  const task = tasks.find((each) => each.name === name)
  const answer: TextAnswer = task
    ? await answerTask(task, input)
    : { fault: 'error', message: `There is no task ${name}.` }
  self.postMessage(answer)
}
