import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { useQueryState } from '../../data/query-state.ts'
import { headingOf, isOpen } from '../../data/run.ts'
import { useRun, useRunsOfRequest } from '../../data/runs.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { OpenPost, RunStatus, RunSteps } from './run-steps.tsx'
import * as strings from './strings.ts'

/** Runs in progress. They continue when the page is closed, and its URL shows them again. */
export function Writing({ runIds }: { runIds: string[] }) {
  const [collection] = useQueryState('collection')
  const runs = useRunsOfRequest(runIds)
  const [first] = runs
  const [only = ''] = runIds
  const isAlone = runIds.length === 1
  // A run without a post has its own link back.
  const isInVain = isAlone && first && !isOpen(first) && first.post === null
  const isGoingOn = runs.some((run) => run && isOpen(run))
  return (
    <>
      <PageHead
        title={headingOf(runs)}
        crumb={{ href: paths.posts(), label: strings.writing.posts }}
        sub={first && `${first.cause.text}.${isGoingOn ? strings.writing.subtitle : ''}`}
      />
      <div className="grid gap-8">
        {runIds.map((id) => (
          <WritingOne key={id} id={id} isAlone={isAlone} />
        ))}
        <div className="row">
          {isAlone && <OpenPost id={only} look="primary" />}
          {!isAlone && collection && (
            <ButtonLink look="primary" href={paths.collection(collection)}>
              {strings.writing.openCollection}
            </ButtonLink>
          )}
          {!isInVain && <ButtonLink href={paths.newPost()}>{strings.writing.generateAnother}</ButtonLink>}
        </div>
      </div>
    </>
  )
}

function WritingOne({ id, isAlone }: { id: string; isAlone: boolean }) {
  const { data } = useRun(id)
  const title = data ? formatName(data.run.contentType) : strings.writing.post
  return (
    <Section first title={title} action={<RunStatus id={id} />}>
      <RunSteps id={id} />
      {!isAlone && (
        <div className="row pt-4 empty:hidden">
          <OpenPost id={id} />
        </div>
      )}
    </Section>
  )
}
