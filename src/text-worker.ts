import { drawPageCard } from './card/page-card.ts'
import { drawPostCard } from './card/post-card.ts'
import { changelogAnswerCheck } from './features/generation/changelog/changelog-answer-check.ts'
import { generatedCheck } from './features/generation/check-again.ts'
import { textAnswerCheck } from './features/generation/text/text-answer-check.ts'
import { unsourcedCheck } from './features/generation/unsourced-statements.ts'
import { citedFacts } from './features/geo/briefs/cited-facts.ts'
import { planAnswerCheck } from './features/geo/briefs/planning/plan-answer-check.ts'
import { articleAnswerCheck } from './features/geo/briefs/writing/article-answer-check.ts'
import { articleCheck } from './features/geo/briefs/writing/check-again.ts'
import { humanizedCheck } from './features/geo/briefs/writing/humanized-text.ts'
import { postHtml } from './markdown/post-html.ts'
import { robotsFile } from './net/robots.ts'
import { longPage, sitePage } from './net/site-page.ts'
import { readMarkupTask } from './readiness/read-page.ts'
import { readRulesTask } from './readiness/read-robots.ts'
import { csvFile } from './text/csv.ts'
import { answerTask, type TextAnswer, type TextBegin, type TextRequest } from './text-thread.ts'
import { findThreadStatistics } from './thread-time.ts'

declare const self: Worker

const tasks = [
  articleAnswerCheck,
  articleCheck,
  changelogAnswerCheck,
  citedFacts,
  csvFile,
  drawPageCard,
  drawPostCard,
  generatedCheck,
  humanizedCheck,
  longPage,
  planAnswerCheck,
  postHtml,
  readMarkupTask,
  readRulesTask,
  robotsFile,
  sitePage,
  textAnswerCheck,
  unsourcedCheck,
]

const threadStatistics = findThreadStatistics()

self.onmessage = async ({ data: { name, input } }: MessageEvent<TextRequest>) => {
  self.postMessage({ threadStatistics } satisfies TextBegin)
  const task = tasks.find((each) => each.name === name)
  const answer: TextAnswer = task
    ? await answerTask(task, input)
    : { fault: 'error', message: `There is no task ${name}.` }
  self.postMessage(answer)
}
