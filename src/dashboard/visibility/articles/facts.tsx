import type { Brief, Document } from '../../data/briefs.ts'
import { Time } from '../../kit/time.tsx'
import { BriefState } from './state.tsx'
import * as strings from './strings.ts'

const subtypes: Record<Document['contentSubtype'], string> = {
  guide: strings.facts.guide,
  comparison: strings.facts.comparison,
  listicle: strings.facts.listicle,
  'how-to': 'How-to',
  faq: 'FAQ',
  alternatives: strings.facts.alternatives,
}

/** The status, format and origin of an article. */
export function Facts({ brief }: { brief: Brief }) {
  const { status, step, faults, createdAt, sourceKind } = brief
  const { contentSubtype, targetPrompt } = brief.brief.brief
  return (
    <p className="row pb-4">
      <BriefState status={status} step={step} faults={faults} />
      <span className="tag">{subtypes[contentSubtype]}</span>
      <span className="muted">
        {strings.facts.planned(sources[sourceKind], targetPrompt, <Time at={createdAt} />)}
      </span>
    </p>
  )
}

const sources: Record<Brief['sourceKind'], string> = strings.facts.sources
