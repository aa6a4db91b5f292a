import type { Server } from 'bun'
import { loadBundle } from '../../assets/load.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { clientAddress } from '../../http/client-address.ts'
import { customHostOf } from '../../http/custom-host.ts'
import type { ResponseSettings } from '../../http/public-answer.ts'
import { drawMissing } from '../../page/document.ts'
import {
  drawButton,
  drawChoices,
  drawSubscriptionPage,
  type SubscriptionPage,
} from '../../page/subscription.ts'
import type { Site } from '../../page/view.ts'
import { getSiteOwner } from '../public-page/appearance.ts'
import { openSite, openSiteOf } from '../public-page/service.ts'
import {
  askToSubscribe,
  confirmSubscriber,
  deleteSubscriber,
  findSubscriber,
  readFrequency,
  type Subscriber,
  setFrequency,
  stopSubscriber,
} from './subscribe.ts'

type Asked = {
  request: Request
  server: Server<unknown> | null
  params: Record<string, string | null>
  set: ResponseSettings
}

const maxForm = 4_096

/** Draws the pages under the links of mails, and does what their buttons say. */
export function readerPages(ctx: Context) {
  const addressOf = ({ request, server }: Asked) => clientAddress(request, server, ctx.config.trustProxy)
  const pathTo = (action: string, { token }: Subscriber) =>
    `${ctx.config.basePath}/subscriptions/${action}/${token}`

  async function subscribe(asked: Asked) {
    const open = await openSite(ctx, asked.params.organization ?? '', customHostOf(asked.request))
    if (!open?.site.subscriptions) return missing(asked.set)
    const form = await readForm(asked.request)
    try {
      await askToSubscribe(ctx, open, {
        email: form.get('email') ?? '',
        frequency: readFrequency(form.get('frequency')),
        from: addressOf(asked),
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      asked.set.status = error.status
      const text = error.status === 429 ? 'Too many requests. Try again later.' : `${error.message}.`
      return page(asked.set, open.site, { title: 'Not subscribed', text })
    }
    return page(asked.set, open.site, {
      title: 'Check your inbox',
      text: 'To confirm your subscription, open the link in the email that was sent to your address.',
    })
  }

  const confirmPage = (reader: Subscriber): SubscriptionPage =>
    reader.status === 'asked'
      ? {
          title: 'Confirm your subscription',
          text: `New posts will be sent to ${reader.email}.`,
          body: drawButton(pathTo('confirm', reader), 'Confirm'),
        }
      : choicesPage(reader)

  async function confirm(reader: Subscriber, asked: Asked): Promise<SubscriptionPage> {
    await confirmSubscriber(ctx, reader, addressOf(asked))
    return { title: 'Subscribed', text: `New posts will be sent to ${reader.email}.` }
  }

  const choicesPage = (reader: Subscriber): SubscriptionPage =>
    reader.status === 'active'
      ? {
          title: 'Your subscription',
          text: `New posts are sent to ${reader.email}.`,
          body: drawChoices(pathTo('of', reader), reader.frequency),
        }
      : stopped(reader)

  async function change(reader: Subscriber, asked: Asked): Promise<SubscriptionPage> {
    const form = await readForm(asked.request)
    if (form.get('action') === 'delete') {
      await deleteSubscriber(ctx, reader)
      return { title: 'Deleted', text: 'Your address was deleted.' }
    }
    if (form.get('action') === 'stop') return stop(reader)
    const frequency = readFrequency(form.get('frequency'))
    await setFrequency(ctx, reader, frequency)
    return { ...choicesPage({ ...reader, frequency }), title: 'Saved' }
  }

  const stopPage = (reader: Subscriber): SubscriptionPage =>
    reader.status === 'stopped'
      ? stopped(reader)
      : {
          title: 'Unsubscribe?',
          text: `Posts will no longer be sent to ${reader.email}.`,
          body: drawButton(pathTo('stop', reader), 'Unsubscribe'),
        }

  /** Also what mail programs call for their own button: the answer is 200, without a redirect (RFC 8058). */
  async function stop(reader: Subscriber): Promise<SubscriptionPage> {
    await stopSubscriber(ctx, reader)
    return stopped(reader)
  }

  const stopped = ({ email }: Subscriber): SubscriptionPage => ({
    title: 'Unsubscribed',
    text: `Posts are no longer sent to ${email}.`,
  })

  /** The page of the subscriber in the address, or the one for 404. */
  async function show(
    asked: Asked,
    draw: (reader: Subscriber, asked: Asked) => SubscriptionPage | Promise<SubscriptionPage>,
  ) {
    const reader = await findSubscriber(ctx, asked.params.token ?? '')
    if (!reader) return missing(asked.set)
    const { site } = await openSiteOf(ctx, await getSiteOwner(ctx, reader.organizationId))
    return page(asked.set, site, await draw(reader, asked))
  }

  async function page(set: ResponseSettings, site: Site, content: SubscriptionPage) {
    Object.assign(set.headers, pageHeaders)
    return drawSubscriptionPage({ ...site, accent: null }, content, await files())
  }

  async function missing(set: ResponseSettings) {
    set.status = 404
    Object.assign(set.headers, pageHeaders)
    return drawMissing(null, await files())
  }

  async function files() {
    const { publicStyle } = await loadBundle(ctx.config.basePath)
    return { stylesheet: publicStyle, icon: `${ctx.config.basePath}/swagger/icon.svg` }
  }

  async function readForm(request: Request): Promise<URLSearchParams> {
    using body = await readBody(request, maxForm, { budget: ctx.inputBudget })
    return new URLSearchParams(new TextDecoder().decode(body.bytes))
  }

  return { subscribe, show, confirmPage, confirm, choicesPage, change, stopPage, stop }
}

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  // The address contains a secret.
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}
