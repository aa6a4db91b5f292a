import { useState } from 'react'
import { type Brief, isOfPrompt } from '../../../data/briefs.ts'
import { TextArea } from '../../../kit/field.tsx'
import { ModelAnswer } from '../../../kit/model-answer.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { Section } from '../../../kit/page.tsx'
import { useStore } from '../../../kit/store.ts'
import { Approve } from '../approve.tsx'
import { EvidencePanel } from '../evidence/evidence-panel.tsx'
import { Facts } from '../facts.tsx'
import { explainForecast } from '../outcome/forecast-words.ts'
import type { Draft } from './draft.ts'
import { Lines } from './lines.tsx'
import { Links } from './links.tsx'
import { maxLines, onOneLine } from './outline.ts'
import { OutlineSaveNotice, SaveStatus } from './save-status.tsx'
import { Sections } from './sections.tsx'
import * as strings from './strings.ts'
import { useDraft } from './use-draft.ts'
import { Variants } from './variants.tsx'

/** The outline of an article before it is written: every field can be edited, and is saved automatically. */
export function Review({ brief }: { brief: Brief }) {
  const draft = useDraft(brief)
  return (
    <div className="article">
      <div>
        <Facts brief={brief} />
        <Failed brief={brief} />
        <Approve brief={brief} save={draft.save}>
          <SaveStatus draft={draft} />
        </Approve>
        {isOfPrompt(brief) && <p className="muted small pt-2">{explainForecast(brief.forecast)}</p>}
        <OutlineSaveNotice draft={draft} />
        <Form draft={draft} brief={brief} />
      </div>
      <EvidencePanel brief={brief} />
    </div>
  )
}

function Failed({ brief: { status, error, rejectedText } }: { brief: Brief }) {
  if (status !== 'failed') return null
  return (
    <div className="grid gap-3 pb-4">
      <Notice kind="bad">
        <p>{error ?? strings.review.notWritten}</p>
        <p className="muted">{strings.review.changeOutline}</p>
      </Notice>
      <ModelAnswer text={rejectedText} />
    </div>
  )
}

function Form({ draft, brief }: { draft: Draft; brief: Brief }) {
  const outline = useStore(draft.outline)
  const [said, say] = useState('')
  const typed = (name: 'workingTitle' | 'audience' | 'intent' | 'jobToBeDone') => ({
    value: outline[name],
    onChange: ({ target }: { target: { value: string } }) =>
      draft.change({ [name]: onOneLine(target.value) }),
  })
  return (
    <>
      <p className="sr" role="status">
        {said}
      </p>
      {isOfPrompt(brief) && (
        <Variants
          topic={brief.brief.topic}
          variants={outline.variants}
          briefId={brief.briefId}
          onChange={(variants) => draft.change({ variants })}
        />
      )}
      <Section title={strings.review.overview}>
        <div className="settings">
          <TextArea
            label={strings.review.workingTitle}
            required
            rows={1}
            maxLength={160}
            {...typed('workingTitle')}
          />
          <TextArea label={strings.review.audience} required rows={1} {...typed('audience')} />
          <TextArea label={strings.review.intent} required rows={1} {...typed('intent')} />
          <TextArea label={strings.review.jobToBeDone} required rows={1} {...typed('jobToBeDone')} />
        </div>
      </Section>
      <Sections
        sections={outline.sections}
        evidence={brief.evidence.claims}
        onChange={(sections) => draft.change({ sections })}
        say={say}
      />
      <Section title={strings.review.questions} note={strings.review.questionsNote}>
        <Lines
          noun={strings.review.question}
          lines={outline.questions}
          most={maxLines.questions}
          onChange={(questions) => draft.change({ questions })}
        />
      </Section>
      <Links links={outline.links} briefId={brief.briefId} onChange={(links) => draft.change({ links })} />
      <Section title={strings.review.checklist} note={strings.review.checklistNote}>
        <Lines
          noun={strings.review.check}
          lines={outline.checklist}
          most={maxLines.checklist}
          onChange={(checklist) => draft.change({ checklist })}
        />
      </Section>
    </>
  )
}
