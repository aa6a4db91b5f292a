/** The kinds of answers, with their labels on pages and in the terminal. */
export const answerKindLabels = {
  api_search: 'API with web search',
  api_plain: 'API without search',
  results_page: 'Search results page',
  assistant_page: 'Assistant website, logged out',
} as const
export type AnswerKind = keyof typeof answerKindLabels
export const answerKinds = Object.keys(answerKindLabels) as AnswerKind[]

/** Whether answers of a kind are read from a page that people use. */
export const isPageKind = (kind: AnswerKind): boolean => kind.endsWith('_page')
