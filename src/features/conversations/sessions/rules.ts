import { conflict } from '../../../errors.ts'

/** The tool by which a session asks the person something. */
export const askQuestion = 'ask_question'

export const notConfigured = 'Agent service is not configured'

/** What is asked of a session cannot be done as it stands by now (contract 16). */
export const busy = () => conflict('A message is already being processed for this session')

/** A session that has said so much ends with its turn. */
export const maxEvents = 100_000
