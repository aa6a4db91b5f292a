import { drawDocument, type Files } from './document.ts'
import { type Html, html } from './html.ts'
import type { Site } from './view.ts'

type Frequency = 'post' | 'weekly'

/** The form below a list and a post. */
export function drawSubscribe(site: Site): Html | null {
  if (!site.subscriptions) return null
  return html`
    <section class="subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">Get new posts by email</h2>
      <form method="post" action="${site.root}/subscriptions/to/${site.slug}">
        <input type="email" name="email" required maxlength="254" autocomplete="email" placeholder="Email" aria-label="Email">
        <select name="frequency" aria-label="How often">
          <option value="post">Every post</option>
          <option value="weekly">Once a week</option>
        </select>
        <button>Subscribe</button>
      </form>
      <p class="small">You confirm your address first, and can unsubscribe with one click.</p>
    </section>`
}

export type SubscriptionPage = { title: string; text: string; body?: Html | null }

/** A page about a subscription; search engines do not list it. */
export function drawSubscriptionPage(
  site: Site,
  { title, text, body }: SubscriptionPage,
  files: Files,
): string {
  return drawDocument(
    {
      site: { ...site, subscriptions: false },
      title,
      description: text,
      path: site.home,
      listed: null,
      head: html`<meta name="robots" content="noindex">`,
      main: html`
        <div class="lead"><h1>${title}</h1><p>${text}</p></div>
        ${body}
        <p class="onward"><a href="${site.home}">All posts</a></p>`,
    },
    files,
  )
}

/** One button, which programs that open links do not press. */
export const drawButton = (action: string, label: string): Html => html`
  <form class="subscription" method="post" action="${action}"><button>${label}</button></form>`

/** What a reader can change. */
export const drawChoices = (action: string, frequency: Frequency): Html => html`
  <form class="subscription" method="post" action="${action}">
    <fieldset>
      <legend>How often</legend>
      <label><input type="radio" name="frequency" value="post"${frequency === 'post' && html` checked`}> Every post</label>
      <label><input type="radio" name="frequency" value="weekly"${frequency === 'weekly' && html` checked`}> Once a week</label>
    </fieldset>
    <button name="action" value="save">Save</button>
    <button name="action" value="stop">Unsubscribe</button>
    <button name="action" value="delete">Unsubscribe and delete my address</button>
  </form>`
