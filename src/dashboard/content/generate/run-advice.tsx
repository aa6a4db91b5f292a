import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Run } from '../../data/run.ts'

type Advice = [about: RegExp, advice: ReactNode]

const byHand = <Link href={paths.newPost()}>Generate a post</Link>
const repositories = <Link href={paths.repositories()}>Repositories</Link>

const failed: Advice[] = [
  [
    /^GitHub API rate limit|rate limit is used up/,
    <>
      GitHub allows 60 requests an hour without a token, 5,000 with one. Add a token in {repositories}, or
      wait an hour.
    </>,
  ],
  [/^No valid data sources/, <>None of its sources is connected and enabled. Check {repositories}.</>],
  [
    /refused the token|requires a token|does not accept the token|refuses access|found nothing at/,
    <>In {repositories}, open the repository and replace its token under General.</>,
  ],
  [
    /of this month are used|credit limit reached|plan of this organization/,
    <>
      Check the limits in <Link href={paths.usage()}>Usage</Link>.
    </>,
  ],
  [
    /OPENAI_|endpoint (?:of the model|does not know)/,
    'Ask the server operator to check the model and its API key. Changelogs need no model.',
  ],
  [
    /rules write in English only/,
    <>
      Allow the fallback to English in <Link href={paths.settings()}>General</Link>, or use another model.
    </>,
  ],
  [/^Selected items must belong/, <>Select the changes and repositories again: {byHand}.</>],
]

const skipped: Advice[] = [
  [/^The repository was disconnected/, <>To continue, connect it again in {repositories}.</>],
  [
    /^The trigger was disabled or deleted/,
    <>
      To continue, enable it in <Link href={paths.triggers()}>Triggers</Link>.
    </>,
  ],
  [
    /^The schedule was disabled or deleted/,
    <>
      To continue, enable it in <Link href={paths.schedules()}>Schedules</Link>.
    </>,
  ],
]

/** The next step after a failed or skipped run; null if there is none. */
export function adviceFor({ status, error }: Pick<Run, 'status' | 'error'>): ReactNode {
  const find = (all: Advice[]) => all.find(([about]) => about.test(error ?? ''))?.[1]
  if (status === 'failed') return find(failed) ?? <>Try again: {byHand}.</>
  if (status === 'skipped') return find(skipped) ?? 'No action needed.'
  return null
}
