import { Bug, CircleHelp, Heart, Lightbulb, type LucideIcon, MessageSquare } from 'lucide-react'
import type { FeedbackStatus, Kind } from '../../data/feedback.ts'
import type { State } from '../../kit/status.tsx'
import * as strings from './strings.ts'

export const kinds: Record<Kind, { label: string; icon: LucideIcon }> = {
  bug: { label: strings.kinds.bug, icon: Bug },
  feature: { label: strings.kinds.request, icon: Lightbulb },
  praise: { label: strings.kinds.praise, icon: Heart },
  question: { label: strings.kinds.question, icon: CircleHelp },
  other: { label: strings.kinds.other, icon: MessageSquare },
}

export const statuses: Record<FeedbackStatus, { label: string; state: State }> = {
  new: { label: strings.kinds.new, state: 'now' },
  triaged: { label: strings.kinds.triaged, state: 'draft' },
  resolved: { label: strings.kinds.resolved, state: 'good' },
  archived: { label: strings.kinds.archived, state: 'off' },
}
