import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import type { Run } from './run.ts'

type Advice = [about: RegExp, advice: ReactNode]

const byHand = <Link href={paths.newPost()}>Generate a post</Link>
const repositories = <Link href={paths.repositories()}>Repositories</Link>

const failed: Advice[] = [
  [
    /^GitHub API rate limit|rate limit is used up/,
    <>
      Without a token GitHub answers 60 requests an hour, with one 5,000. Give the repository a token in{' '}
      {repositories}, or wait an hour.
    </>,
  ],
  [/^No valid data sources/, <>Nothing that it reads is connected and switched on. See {repositories}.</>],
  [
    /refused the token|requires a token|does not accept the token|refuses access|found nothing at/,
    <>Replace the token in the general settings of the repository, in {repositories}.</>,
  ],
  [
    /of this month are used|credit limit reached|plan of this organization/,
    <>
      See what is used up in <Link href={paths.usage()}>Usage</Link>.
    </>,
  ],
  [
    /OPENAI_|endpoint (?:of the model|does not know)/,
    'Whoever runs this server sets the model and its key. Changelogs can be written without one.',
  ],
  [
    /rules write in English only/,
    <>
      Let the rules write in English in <Link href={paths.settings()}>General</Link>, or choose another model.
    </>,
  ],
  [/^Selected items must belong/, <>Choose the changes and their repositories again: {byHand}.</>],
]

const skipped: Advice[] = [
  [/^The repository was disconnected/, <>Connect it again in {repositories} if it should go on.</>],
  [
    /^The trigger was disabled or deleted/,
    <>
      Switch it on again in <Link href={paths.triggers()}>Triggers</Link> if it should go on.
    </>,
  ],
  [
    /^The schedule was disabled or deleted/,
    <>
      Switch it on again in <Link href={paths.schedules()}>Schedules</Link> if it should go on.
    </>,
  ],
]

/** What to do about a run that failed or was skipped; null where there is nothing to say. */
export function adviceFor({ status, error }: Pick<Run, 'status' | 'error'>): ReactNode {
  const find = (all: Advice[]) => all.find(([about]) => about.test(error ?? ''))?.[1]
  if (status === 'failed') return find(failed) ?? <>Have it written again: {byHand}.</>
  if (status === 'skipped') return find(skipped) ?? 'Nothing needs to be done.'
  return null
}
