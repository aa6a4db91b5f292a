import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Run } from '../../data/run.ts'
import * as strings from './strings.ts'

type Advice = [about: RegExp, advice: ReactNode]

const byHand = <Link href={paths.newPost()}>{strings.runAdvice.generatePost}</Link>
const repositories = <Link href={paths.repositories()}>{strings.runAdvice.repositories}</Link>

const failed: Advice[] = [
  [/^GitHub API rate limit|rate limit is (used up|exceeded)/, strings.runAdvice.rateLimit(repositories)],
  [/^No valid data sources/, strings.runAdvice.noSource(repositories)],
  [
    /refused the token|requires a token|does not accept the token|refuses access|found nothing at/,
    strings.runAdvice.replaceToken(repositories),
  ],
  [
    /of this month are used|credit limit reached|plan of this organization/,
    strings.runAdvice.checkLimits(<Link href={paths.usage()}>{strings.runAdvice.usage}</Link>),
  ],
  [/OPENAI_|endpoint (?:of the model|does not know)/, strings.runAdvice.checkModel],
  [
    /writes? only in English|rules write in English only/,
    strings.runAdvice.allowEnglish(<Link href={paths.settings()}>{strings.runAdvice.general}</Link>),
  ],
  [/^Selected items must belong/, strings.runAdvice.selectAgain(byHand)],
]

const skipped: Advice[] = [
  [/^The repository was disconnected/, strings.runAdvice.connectAgain(repositories)],
  [
    /^The trigger was disabled or deleted/,
    strings.runAdvice.enableAgain(<Link href={paths.triggers()}>{strings.runAdvice.triggers}</Link>),
  ],
  [
    /^The schedule was disabled or deleted/,
    strings.runAdvice.enableAgain(<Link href={paths.schedules()}>{strings.runAdvice.schedules}</Link>),
  ],
]

/** The next step after a failed or skipped run; null if there is none. */
export function adviceFor({ status, error }: Pick<Run, 'status' | 'error'>): ReactNode {
  const find = (all: Advice[]) => all.find(([about]) => about.test(error ?? ''))?.[1]
  if (status === 'failed') return find(failed) ?? <>{strings.runAdvice.tryAgain(byHand)}</>
  if (status === 'skipped') return find(skipped) ?? strings.runAdvice.noActionNeeded
  return null
}
