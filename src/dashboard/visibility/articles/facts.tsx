import type { Brief, Document } from '../../data/briefs.ts'
import { Time } from '../../kit/time.tsx'
import { BriefState } from './state.tsx'

const subtypes: Record<Document['contentSubtype'], string> = {
  guide: 'Guide',
  comparison: 'Comparison',
  listicle: 'Listicle',
  'how-to': 'How-to',
  faq: 'FAQ',
  alternatives: 'Alternatives',
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
        {sources[sourceKind]} “{targetPrompt}”, planned <Time at={createdAt} />
      </span>
    </p>
  )
}

const sources: Record<Brief['sourceKind'], string> = {
  manual: 'For',
  gap: 'For gap',
  prompt: 'For prompt',
  search_console: 'For search query',
}
