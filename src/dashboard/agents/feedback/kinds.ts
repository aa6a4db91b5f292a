import { Bug, CircleHelp, Heart, Lightbulb, type LucideIcon, MessageSquare } from 'lucide-react'
import type { FeedbackStatus, Kind } from '../../data/feedback.ts'
import type { State } from '../../kit/status.tsx'

export const kinds: Record<Kind, { label: string; icon: LucideIcon }> = {
  bug: { label: 'Bug', icon: Bug },
  feature: { label: 'Request', icon: Lightbulb },
  praise: { label: 'Praise', icon: Heart },
  question: { label: 'Question', icon: CircleHelp },
  other: { label: 'Other', icon: MessageSquare },
}

export const statuses: Record<FeedbackStatus, { label: string; state: State }> = {
  new: { label: 'New', state: 'now' },
  triaged: { label: 'Triaged', state: 'draft' },
  resolved: { label: 'Resolved', state: 'good' },
  archived: { label: 'Archived', state: 'off' },
}
