import type { ReactNode } from 'react'
import { count } from '../../../kit/english.ts'
import { rich } from '../../../kit/rich.ts'

export const answerButton = {
  deletedAnswer: 'deleted answer',
  answer: 'Answer',
}

export const answerDialog = {
  answerFrom: (engine: string) => `Answer from ${engine}`,
  answer: 'Answer',
  prompt: (prompt: string, time: ReactNode) => rich`Prompt: “${prompt}”, ${time}`,
}

export const evidencePanel = {
  evidence: 'Evidence',
  fromAnswers: 'from answers',
  fromFacts: 'from facts',
  withoutSource: 'without a source (only claims about competitors need one)',
  answersSupport: 'These engine answers support the claims about competitors.',
  noClaims: 'The plan has no claims about competitors.',
  claims: 'claims',
  whatEnginesSaid: 'What engines said',
  factsUsed: 'Facts used',
  supportsClaims: (claims: string) => `Supports: ${claims}`,
  supports: (claims: string) => `Supports ${claims}`,
  whenPlanned: 'At planning time',
  engines: 'engines',
  nameYou: 'name you',
  doNotNameYou: 'do not name you',
  namedBy: (named: number, engines: number) => `${named} of ${count(engines, 'engine')} named you`,
  silentEngines: 'Engines that do not mention you',
  mentionedInstead: 'Mentioned instead',
  cited: 'Cited pages',
}
