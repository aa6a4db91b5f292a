/** What a model reads about a call that returned nothing. */
export const callOutcomes = {
  cutOff: 'The answer was cut off before this call was complete.',
  repeated: 'This call was requested three times in a row: do something else.',
  expired: 'Nobody approved this in time.',
  unanswered: 'It was not done: the turn ended before anyone answered.',
  notRun: 'It was not done: the turn ended.',
  interrupted: 'The turn ended while this call was running: check its outcome before you try again.',
  leftOut: 'The output is omitted here. Call the tool again if you need it.',
}

/** What a model reads about a call that a person denied. */
export const denied = (reason: string | undefined) =>
  `A person denied this call${reason?.trim() ? `: ${reason.trim()}` : '.'}`

/** What a model reads about an approved call whose tool its sender can no longer use. */
export const toolGone = (name: string) => `There is no tool ${name} any more.`

/** What a model reads about a call that failed unexpectedly. */
export const toolFailed = (name: string) => `The tool ${name} failed.`
