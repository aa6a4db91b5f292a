import { KeyRound, Plug } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { FeedbackStatus } from '../../data/feedback.ts'
import { useAsked, useQueryState } from '../../data/query-state.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { FilterSelect } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { Connect } from './connect.tsx'
import { Detail } from './detail.tsx'
import { Inbox } from './inbox.tsx'
import { kinds, statuses } from './kinds.ts'
import * as strings from './strings.ts'
import { Tokens } from './tokens.tsx'

const statusChoices = [
  { value: '', label: strings.feedbackPage.newAndTriaged },
  ...Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
]
const kindChoices = [
  { value: '', label: strings.feedbackPage.allKinds },
  ...Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
]
const ways = [
  { value: 'single', label: strings.feedbackPage.single },
  { value: 'similar', label: strings.feedbackPage.similar },
] as const

/** Reports of agents, grouped by similarity, with the selected one at the side. */
export function FeedbackPage() {
  const { id } = useParams<{ id?: string }>()
  const [way, setWay] = useQueryState('group', 'similar')
  const [kind, setKind] = useQueryState('kind')
  const [status, setStatus] = useQueryState('status')
  const [connectAsked, askConnect] = useAsked('connect')
  const [tokensShown, showTokens] = useState(false)
  const mayAdmin = useMay('admin')
  const shown = status ? [status as FeedbackStatus] : (['new', 'triaged'] as const)
  return (
    <>
      <PageHead
        title={strings.feedbackPage.feedback}
        sub={strings.feedbackPage.subtitle}
        manual="agent-feedback"
      />
      <div className="row mb-6">
        <Segments
          label={strings.feedbackPage.grouping}
          choices={ways}
          value={way === 'single' ? 'single' : 'similar'}
          onChange={setWay}
        />
        <FilterSelect
          label={strings.feedbackPage.kind}
          value={kind}
          choices={kindChoices}
          onChange={setKind}
        />
        <FilterSelect
          label={strings.feedbackPage.status}
          value={status}
          choices={statusChoices}
          onChange={setStatus}
        />
        <span className="row tight end">
          <Button onClick={() => askConnect(true)}>
            <Icon of={Plug} />
            {strings.feedbackPage.connectAgents}
          </Button>
          {mayAdmin && (
            <Button onClick={() => showTokens(true)}>
              <Icon of={KeyRound} />
              {strings.feedbackPage.tokens}
            </Button>
          )}
        </span>
      </div>
      <Inbox
        key={`${status} ${kind} ${way}`}
        statuses={shown}
        kind={kind}
        similar={way !== 'single'}
        current={id}
        isFiltered={kind !== '' || status !== ''}
      >
        {(shownId, next) => <Detail key={shownId} id={shownId} similar={way !== 'single'} next={next} />}
      </Inbox>
      {connectAsked && <Connect onClose={() => askConnect(false)} />}
      {tokensShown && <Tokens onClose={() => showTokens(false)} />}
    </>
  )
}
