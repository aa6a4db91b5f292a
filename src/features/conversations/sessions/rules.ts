import { conflict } from '../../../errors.ts'

/** The tool that asks the person a question. */
export const askQuestion = 'ask_question'

export const notConfigured = 'Agent service is not configured'

/** The session changed meanwhile, or cannot accept a message now (contract 16). */
export const busy = () => conflict('A message is already being processed for this session')

/** A session with so many events ends with its turn. */
export const maxEvents = 100_000
