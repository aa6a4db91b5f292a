import { type Api, isPageApi, type PageApi } from '../engine.ts'

/** The pages that result providers read; the `model` of an engine is one of them. */
export const pageKinds = ['ai_overview', 'ai_mode', 'chatgpt', 'copilot'] as const
export type PageKind = (typeof pageKinds)[number]

/** The pages that each provider can read. */
export const kindsOf: Record<PageApi, readonly PageKind[]> = {
  dataforseo: ['ai_overview', 'ai_mode', 'chatgpt'],
  serpapi: ['ai_overview', 'ai_mode', 'copilot'],
}

/** Whether an engine reads a page that its provider has; always true for a model. */
export const hasPage = ({ api, model }: { api: Api; model: string }): boolean =>
  !isPageApi(api) || kindsOf[api].some((kind) => kind === model)
