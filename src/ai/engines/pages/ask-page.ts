import { ModelError } from '../../error.ts'
import type { Question } from '../answer.ts'
import { type Engine, isPageApi, type PageApi } from '../engine.ts'
import { toFailure } from '../failure.ts'
import { parseAnswer, sendRequest, unreadable } from '../send.ts'
import { dataforseo } from './dataforseo.ts'
import { hasPage, type PageKind, pageKinds } from './page-kinds.ts'
import { type Ask, type FoundPage, PageNotLoaded, type PageProvider } from './page-provider.ts'
import { type Place, standardPlace } from './place.ts'
import { serpapi } from './serpapi.ts'

const pageProviders: Record<PageApi, PageProvider> = { dataforseo, serpapi }

/** Result pages are larger than answers of models. */
const maxMebibytes = 4
/** Pauses before a page that could not be loaded is asked for again. */
const pauses = [1500, 3000]

export type Pause = (milliseconds: number) => Promise<unknown>

/**
 * Reads a page through its provider; throws a ModelError with the reason if there is none. Only the question is sent:
 * a page has no instructions and no earlier turns.
 */
export async function askPage(
  engine: Engine & { api: PageApi },
  key: string | null,
  question: Question,
  now: Date,
  pause: Pause = Bun.sleep,
): Promise<FoundPage> {
  const provider = pageProviders[engine.api]
  const [turn, ...others] = question.turns
  const kind = kindOf(engine)
  if (!hasPage(engine))
    throw new ModelError('refused', `The provider of ${engine.id} has no page "${engine.model}".`)
  if (!turn || others.length > 0)
    throw new ModelError('refused', `${engine.id} answers single questions only.`)
  const { place, language } = question.page ?? { place: standardPlace, language: 'en' }
  const ask = createAsk(engine, provider, key, question, now)
  const read = () => provider.read(engine, { kind, text: turn.content, place, language }, ask)
  const charged: PageNotLoaded['charged'][] = []
  for (const wait of pauses) {
    try {
      return withCharged(await read(), charged)
    } catch (error) {
      if (!(error instanceof ModelError) || error.reason !== 'unavailable' || error.retryAt) throw error
      if (error instanceof PageNotLoaded) charged.push(error.charged)
      await pause(wait)
      question.signal.throwIfAborted()
    }
  }
  return withCharged(await read(), charged)
}

/** A page with the cost of earlier attempts added. */
function withCharged(page: FoundPage, charged: PageNotLoaded['charged'][]): FoundPage {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  return {
    ...page,
    cost: page.cost === null ? null : page.cost + sum(charged.map(({ cost }) => cost ?? 0)),
    searches: page.searches + sum(charged.map(({ searches }) => searches)),
  }
}

const kindOf = ({ model }: Engine): PageKind => pageKinds.find((kind) => kind === model) ?? 'ai_overview'

/** Provider, place and device of a page; null for an API. Answers with different values are not compared. */
export function describePage(
  { api, model }: Pick<Engine, 'api' | 'model'>,
  place: Place | undefined,
): string | null {
  if (!isPageApi(api)) return null
  const kind = pageKinds.find((each) => each === model)
  if (!kind || !pageProviders[api].hasPlace(kind)) return api
  const { country, location, device } = place ?? standardPlace
  return [api, country, ...(location === null ? [] : [location]), device].join('; ')
}

function createAsk(
  engine: Engine,
  provider: PageProvider,
  key: string | null,
  { signal }: Question,
  now: Date,
): Ask {
  const { query = {}, headers = {} } = key === null ? {} : provider.authenticate(key)
  return async ({ path, ...request }) => {
    const added = new URLSearchParams(query).toString()
    const full = added === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${added}`
    const sent = { ...request, path: full, headers, maxMebibytes }
    const { status, retryAfter, body } = await sendRequest(engine, sent, signal)
    const answer = parseAnswer(body)
    const refusal = answer && provider.refusalIn(answer)
    const secrets = key === null ? [] : provider.secretsOf(key)
    const said = refusal?.said ? withoutSecrets(refusal.said, secrets) : undefined
    const isFine = status >= 200 && status <= 299
    // Some providers report an empty account as a rate limit.
    const failed = refusal && (isFine || refusal.status === 402) ? refusal.status : isFine ? null : status
    if (failed !== null) throw toFailure(engine, { status: failed, retryAfter, said }, now)
    if (answer === null) throw unreadable(engine, body)
    return answer
  }
}

const maxSaid = 300

/** What a provider said, on one line and without the key. */
function withoutSecrets(said: string, secrets: string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((text, secret) => text.replaceAll(secret, '…'), said)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxSaid)
}
