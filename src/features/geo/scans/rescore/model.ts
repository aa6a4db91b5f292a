import type { answers, checks } from '../table.ts'

type Check = typeof checks.$inferSelect
type Answer = typeof answers.$inferSelect

/** A stored answer, and what was made of it. */
export type StoredAnswer = Pick<
  Check,
  | 'id'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'matcherVersion'
> &
  Pick<Answer, 'answer' | 'cited' | 'matches' | 'decided'>
