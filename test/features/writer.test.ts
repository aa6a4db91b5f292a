import { beforeEach, describe, expect, test } from 'bun:test'
import { t } from 'elysia'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import type { Context } from '../../src/context.ts'
import { GiveUp, RetryAt } from '../../src/errors.ts'
import type { WritingBrief, WrittenPost } from '../../src/features/generation/prompt.ts'
import { writeContent } from '../../src/features/generation/work.ts'
import { defineJob } from '../../src/jobs/define.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { activity, commit } from '../changelog/activities.ts'
import { readBack } from '../changelog/read-back.ts'
import { testContext } from '../support/context.ts'
import { startModels } from '../support/models.ts'
import {
  briefOf,
  createSteps,
  fewPulls,
  linkedinText,
  manyPulls,
  pulls,
  voice,
  words,
} from './writer-brief.ts'

let plain: Context
beforeEach(async () => {
  plain = await testContext()
})

type Models = ReturnType<typeof startModels>
const contextOf = (server: Models): Context => ({ ...plain, models: server.models() })
const never = () => new AbortController().signal

const write = (ctx: Context, brief: WritingBrief, { step } = createSteps()): Promise<WrittenPost> =>
  writeContent(ctx, ctx.models.writer, brief, { step, signal: never() })

async function written(ctx: Context, brief: WritingBrief, steps = createSteps()) {
  const result = await write(ctx, brief, steps)
  if (result.skipped !== null) throw new Error(result.skipped)
  return result
}

const failure = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => null,
    (error) => error,
  )

const answer = { title: 'Calmer exports', summary: words(40), highlights: [], titles: [] }
const highlightsOf = (markdown: string) => readBack(markdown).highlights.map(({ title }) => title)

/** The short id of a title's change in the prompt. */
function idOf(prompt: string, title: string): string {
  const line = prompt.split('\n').find((each) => each.includes(`"title":"${title}"`))
  return JSON.parse(line ?? '{}').id
}

describe('a changelog', () => {
  test('is written by the rules without a model, in the tone of the brand, else conversationally', async () => {
    const { title, markdown, ledger, range, usages } = await written(plain, briefOf(fewPulls))
    expect(writeChangelog(fewPulls, { tone: 'Conversational' })).toMatchObject({
      title,
      markdown,
      ledger,
      range,
      skipped: null,
    } as object)
    expect(usages).toEqual([])
    const casual = await written(plain, briefOf(fewPulls, { voice }))
    expect(casual.markdown).toContain('just landed: it ')
  })

  test('hides numbers and links of pull requests from non-developers', async () => {
    const shop = { ...voice, audience: 'Shop owners and their customers' }
    expect((await written(plain, briefOf(fewPulls, { voice: shop }))).markdown).not.toContain('/pull/')
    const technical = { ...voice, audience: 'Developers who serve shop owners' }
    expect((await written(plain, briefOf(fewPulls, { voice: technical }))).markdown).toContain('/pull/')
  })

  test('takes summary, title, highlights and titles from the model, by id', async () => {
    using server = startModels(({ prompt }) => ({
      ...answer,
      highlights: [{ id: idOf(prompt, 'Stream exports'), text: 'Rows fly.' }],
      titles: [{ id: idOf(prompt, 'Add dark mode'), text: 'Dark mode' }],
    }))
    const { title, markdown, ledger, range, usages } = await written(contextOf(server), briefOf(fewPulls))
    expect(title).toBe('Calmer exports')
    const { summary, highlights, updates } = readBack(markdown)
    expect(summary).toBe(words(40))
    expect(highlights.map((each) => each.title)).toEqual([
      'Stream exports',
      'Dark mode',
      'Stop a crash at start',
    ])
    expect(highlights[0]?.text).toStartWith('Rows fly. [#1](https://github.com/acme/app/pull/1)')
    expect(highlights[1]?.text).toStartWith('Follows the setting of the system.')
    expect(updates).toHaveLength(1)
    expect(ledger?.map(({ title }) => title)).toContain('Add dark mode')
    expect(range).toEqual({ from: null, to: 'HEAD' })
    expect(usages).toEqual([{ model: 'writer', inputTokens: 1000, outputTokens: 100, cents: 1 }])
  })

  test("has security and breaking changes first, then the model's order within a priority", async () => {
    using server = startModels(({ prompt }) => ({
      ...answer,
      summary: words(150),
      highlights: [
        'Cache the list',
        'Add keyboard shortcuts',
        'Add a self-hosting guide',
        'Stop a crash at start',
      ].map((title) => ({ id: idOf(prompt, title), text: 'Good.' })),
    }))
    const { markdown } = await written(contextOf(server), briefOf(manyPulls))
    const titles = highlightsOf(markdown)
    expect(titles).toHaveLength(5)
    expect(titles.slice(0, 3)).toEqual([
      'Reject forged webhooks',
      'Page with cursors',
      'Add keyboard shortcuts',
    ])
    expect(readBack(markdown).updates.flatMap(({ bullets }) => bullets)).toHaveLength(6)
  })

  test('logs why texts of highlights were left out, also with a good summary', async () => {
    using server = startModels(({ prompt }) => ({
      ...answer,
      highlights: [
        { id: idOf(prompt, 'Stream exports'), text: 'It saves 12 hours a month.' },
        { id: idOf(prompt, 'Add dark mode'), text: 'Dark mode arrives with #2.' },
        { id: idOf(prompt, 'Stop a crash at start'), text: 'It starts.' },
      ],
    }))
    const { markdown, notes } = await written(contextOf(server), briefOf(fewPulls))
    expect(markdown).toContain('It starts.')
    expect(markdown).not.toContain('12 hours')
    expect(notes).toEqual([
      "Not used, the model's texts for 2 highlights: No source supports the figure 12 hours. The text names a pull request or a commit.",
    ])
  })

  test('drops ids that the model invents and texts that it repeats', async () => {
    using server = startModels(({ prompt }) => {
      const id = idOf(prompt, 'Stream exports')
      return {
        ...answer,
        highlights: [
          { id: 'c999', text: 'Invented.' },
          { id, text: 'First.' },
          { id, text: 'Second.' },
        ],
        titles: [
          { id: idOf(prompt, 'Add dark mode'), text: 'The same' },
          { id: idOf(prompt, 'Add a self-hosting guide'), text: 'The same' },
          { id: '__proto__', text: 'Odd' },
        ],
      }
    })
    const { markdown } = await written(contextOf(server), briefOf(fewPulls))
    expect(markdown).toContain('First.')
    expect(markdown).not.toMatch(/Invented|Second|Odd/)
    expect(markdown.match(/The same/g)).toHaveLength(1)
    expect(markdown).toContain('Add a self-hosting guide')
  })

  test('has its summary requested again when it breaks a rule, with the reason', async () => {
    using server = startModels({ ...answer, summary: words(60) }, { summary: words(140) })
    const { markdown, usages } = await written(contextOf(server), briefOf(manyPulls))
    expect(readBack(markdown).summary).toBe(words(140))
    expect(server.asked[1]?.prompt).toContain('Summary: The text has 60 words instead of 120 to 180.')
    expect(usages).toHaveLength(2)
  })

  test.each([
    ['too short', words(20)],
    ['too long', words(200)],
    ['a list', `${words(60)}\n\n- ${words(60)}`],
    ['numbers of pull requests', `${words(140)} See #1.`],
    ['a figure of its own', `${words(140)} It is 73% faster.`],
    ['its instructions', `${words(100)} Tone changes wording only, never facts, structure or length.`],
  ])('falls back to the summary of the rules after two that break them: %s', async (_, summary) => {
    using server = startModels({ ...answer, summary }, { summary })
    const { markdown, title } = await written(contextOf(server), briefOf(manyPulls))
    expect(server.asked).toHaveLength(2)
    expect(readBack(markdown).summary).toStartWith('A new update of App is here: it ')
    expect(title).toBe('Calmer exports')
  })

  test('has dashes, marks, links and thoughts of the model removed without asking again', async () => {
    const summary = `<think>Hm.</think>${words(20)} It is **faster** — see [more](https://evil.example) or https://evil.example/x now.`
    using server = startModels({ ...answer, summary })
    const { markdown } = await written(contextOf(server), briefOf(fewPulls))
    expect(readBack(markdown).summary).toBe(`${words(20)} It is faster - see more or now.`)
    expect(server.asked).toHaveLength(1)
  })

  test.each([
    'Fix #12',
    'App v1.2.0-rc is out',
    'From 0a1b2c3 on',
    'See https://x.example',
    '',
    'x'.repeat(121),
  ])('has a title of the rules instead of %p', async (title) => {
    using server = startModels({ ...answer, title })
    const tagged = { ...fewPulls, to: 'v1.2.0-rc' }
    expect((await written(contextOf(server), briefOf(tagged))).title).toBe('App 1.2.0-rc')
  })

  test('counts words of languages without spaces', async () => {
    const summary = '这个版本让导出更快,并修复了启动时的崩溃。'.repeat(12)
    using server = startModels({ ...answer, summary })
    const chinese = { ...voice, language: 'Chinese' }
    await written(contextOf(server), briefOf(manyPulls, { voice: chinese }))
    expect(server.asked).toHaveLength(1)
  })

  test('is skipped without asking a model if there is no listed change', async () => {
    using server = startModels(answer)
    const idle = briefOf(pulls(['chore: tidy']))
    expect(await write(contextOf(server), idle)).toMatchObject({
      skipped: 'No notable changes in this range: one change was left out.',
      ledger: [{ placement: 'omitted' }],
    })
    expect(server.asked).toHaveLength(0)
  })

  test('covers several repositories as one, with at most five highlights over all', async () => {
    const other = {
      ...manyPulls,
      repository: { owner: 'acme', name: 'cli', url: 'https://github.com/acme/cli' },
    }
    using server = startModels({ ...answer, summary: words(150) })
    const { markdown, ledger, range, title } = await written(
      contextOf(server),
      briefOf([manyPulls, other], { voice: { ...voice, language: null } }),
    )
    expect(highlightsOf(markdown)).toHaveLength(5)
    expect(new Set(ledger?.map(({ id }) => id)).size).toBe(22)
    expect(ledger?.[0]?.id).toStartWith('acme/')
    expect(markdown).toContain('https://github.com/acme/cli/pull/8')
    expect(range).toBeUndefined()
    expect(title).toBe('Calmer exports')
    expect((await written(plain, briefOf([manyPulls, other], { voice, productName: 'app' }))).title).toBe(
      'Acme changelog, November 2, 2026',
    )
  })
})

describe('the prompt', () => {
  test('has tone, language, audience, company, instructions and the date, separate from the activity', async () => {
    using server = startModels(answer)
    const window = {
      label: 'last 7 days (rolling)',
      start: new Date('2026-02-25T12:00:00Z'),
      end: new Date('2026-03-04T12:00:00Z'),
    }
    const brief = briefOf(fewPulls, { voice, instructions: 'Mention the newsletter.', window })
    await written(contextOf(server), brief)
    const { instructions = '', prompt = '' } = server.asked[0] ?? {}
    for (const text of [
      ...['Casual', 'Dry humour.', 'French', 'Developers of web shops', 'Acme', 'Tools for busy teams.'],
      ...['Never mention the weather.', 'Mention the newsletter.', 'Wednesday, March 4, 2026'],
    ])
      expect(instructions).toContain(text)
    expect(instructions).not.toContain('Stream exports')
    expect(prompt).toContain('"title":"Stream exports"')
    expect(prompt).toContain('last 7 days (rolling)')
    expect(prompt).toContain('2026-02-25T12:00:00.000Z')
  })

  test('changes with the skills', async () => {
    using server = startModels(answer)
    const skill = { name: 'changelog', content: 'Open with a haiku.' }
    const humanizer = { name: 'humanizer', content: 'Never say delve.' }
    await written(contextOf(server), briefOf(fewPulls))
    await written(contextOf(server), briefOf(fewPulls, { skill, humanizer }))
    const [without, including] = server.asked
    expect(without?.instructions).not.toContain('haiku')
    expect(including?.instructions).toContain('Open with a haiku.')
    expect(including?.instructions).toContain('Never say delve.')
    expect(including?.instructions.indexOf('haiku')).toBeLessThan(
      including?.instructions.indexOf('## Rules') ?? 0,
    )
  })

  test.each([
    ['changelog', 500, 'Rows are sent as they are read. '],
    ['blog_post', 500, 'Rows are sent as they are read. '],
    ['blog_post', 100, '行は読み取られるとすぐに送信されます。'],
  ] as const)(
    'for many pull requests stays under 30,000 tokens: %s of %i with "%s"',
    async (contentType, number, sentence) => {
      const long = Array.from({ length: number }, (_, index): [string, string] => [
        `feat: add the long awaited export number ${index} with a rather telling title for everybody`,
        sentence.repeat(200),
      ])
      const skill = { name: contentType, content: 'Write well. '.repeat(800) }
      using server = startModels(answer)
      const ctx = contextOf(server)
      await failure(write(ctx, briefOf(pulls(long), { contentType, skill, voice })))
      const { instructions = '', prompt = '' } = server.asked[0] ?? {}
      const tokens = [...`${instructions}${prompt}`].reduce(
        (sum, letter) => sum + (letter.charCodeAt(0) > 127 ? 1 : 0.25),
        0,
      )
      expect(tokens).toBeLessThan(30_000)
      expect(tokens).toBeGreaterThan(15_000)
      expect(prompt.match(/"id":"c\d+"/g)).toHaveLength(number)
    },
  )

  test('for 5,000 pull requests has as many as fit, and every one is in the changelog', async () => {
    const titles = Array.from({ length: 5_000 }, (_, index) => `feat: add the export number ${index}`)
    using server = startModels({ ...answer, summary: words(150) })
    const { markdown } = await written(contextOf(server), briefOf(pulls(titles)))
    const { instructions = '', prompt = '' } = server.asked[0] ?? {}
    expect((instructions.length + prompt.length) / 4).toBeLessThan(30_000)
    expect(prompt).toMatch(/"notShown":\d+/)
    expect(markdown.match(/\/pull\/\d+\)/g)).toHaveLength(5_000)
  })
})

describe('an endpoint that fails', () => {
  const status = (code: number, headers: Record<string, string> = {}) =>
    Response.json({ error: { message: 'sk-secret' } }, { status: code, headers })

  test.each(['changelog', 'blog_post'] as const)(
    'with 401 or 404 fails the run of a %s immediately, with a sentence for the maintainer',
    async (contentType) => {
      using server = startModels(status(401), status(404))
      const ctx = contextOf(server)
      const refused = await failure(write(ctx, briefOf(fewPulls, { contentType })))
      expect(refused).toBeInstanceOf(GiveUp)
      expect(refused.message).toBe('The endpoint of the model writer refuses the key: check OPENAI_API_KEY.')
      const unknown = await failure(write(ctx, briefOf(fewPulls, { contentType })))
      expect(unknown).toBeInstanceOf(GiveUp)
      expect(unknown.message).toContain('check its name and OPENAI_BASE_URL')
    },
  )

  test.each(['changelog', 'blog_post'] as const)(
    'with 500 is retried by the queue: %s',
    async (contentType) => {
      using server = startModels(status(500))
      const error = await failure(write(contextOf(server), briefOf(fewPulls, { contentType })))
      expect(error).not.toBeInstanceOf(GiveUp)
      expect(error.message).toBe('The endpoint of the model writer returned status 500.')
      expect(server.asked).toHaveLength(1)
    },
  )

  test('with 429 and Retry-After is asked again at that time, for at most an hour', async () => {
    using server = startModels(status(429, { 'retry-after': '1800' }))
    const ctx = contextOf(server)
    const steps = createSteps()
    const later = await failure(write(ctx, briefOf(fewPulls), steps))
    expect(later).toBeInstanceOf(RetryAt)
    expect(later.at).toEqual(new Date(ctx.now().getTime() + 1_800_000))
    const muchLater = new Date(ctx.now().getTime() + 3_000_000)
    const error = await failure(write({ ...ctx, now: () => muchLater }, briefOf(fewPulls), steps))
    expect(error).not.toBeInstanceOf(RetryAt)
    expect(error.message).toBe('The provider of "writer" is limiting requests.')
  })

  test('with 429 and Retry-After 0 is not asked again immediately', async () => {
    using server = startModels(status(429, { 'retry-after': '0' }))
    const ctx = contextOf(server)
    const later = await failure(write(ctx, briefOf(fewPulls)))
    expect(later.at.getTime()).toBeGreaterThan(ctx.now().getTime() + 5_000)
  })

  test('after a crash is not asked again for stored answers', async () => {
    using server = startModels({ ...answer, summary: 'Short.' }, status(500), { summary: words(40) })
    const steps = createSteps()
    await failure(write(contextOf(server), briefOf(fewPulls), steps))
    // Another change was added in between: ids of the first prompt would mean other changes now.
    const result = await written(contextOf(server), briefOf(fewPulls), steps)
    expect(server.asked).toHaveLength(3)
    expect(readBack(result.markdown).summary).toBe(words(40))
    const again = await written(contextOf(server), briefOf(fewPulls), steps)
    expect(again).toEqual(result)
    expect(server.asked).toHaveLength(3)
  })

  test('a stored answer still refers to the same changes when others were added before the run continued', async () => {
    using server = startModels(({ prompt }) => ({
      ...answer,
      titles: [{ id: idOf(prompt, 'Stop a crash at start'), text: 'Start without a crash' }],
    }))
    const steps = createSteps()
    await written(contextOf(server), briefOf(fewPulls), steps)
    const more = { ...fewPulls, commits: [commit('new', 'feat!: drop the old API'), ...fewPulls.commits] }
    const { markdown } = await written(contextOf(server), briefOf(more), steps)
    expect(markdown).toMatch(/### Start without a crash\n\n.*\/pull\/2\)/)
  })

  test('an aborted run stops asking', async () => {
    const controller = new AbortController()
    using server = startModels(async () => {
      controller.abort()
      await Bun.sleep(0)
      return answer
    })
    const { step, names } = createSteps()
    const ctx = contextOf(server)
    const { signal } = controller
    const error = await failure(writeContent(ctx, ctx.models.writer, briefOf(fewPulls), { step, signal }))
    expect(error?.name).toBe('AbortError')
    expect(names()).toEqual([])
  })
})

describe('a post', () => {
  const article = `Intro with [exports](c1).\n\n${words(450)}`
  const good = {
    blog_post: { title: 'Exports that stream', markdown: article, recommendations: 'Check the numbers.' },
    linkedin_post: { title: 'Exports', markdown: linkedinText, skip: null },
    twitter_post: { title: 'Exports', markdown: 'Exports stream now. You wait less, and so does your team.' },
  }
  const types = ['blog_post', 'linkedin_post', 'twitter_post'] as const

  test.each(types)('%s needs a model, and says what to configure', async (contentType) => {
    const error = await failure(write(plain, briefOf(fewPulls, { contentType })))
    expect(error).toBeInstanceOf(GiveUp)
    expect(error.message).toMatch(
      /^An? (blog|LinkedIn|X) post needs a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL\. Changelogs need no model\.$/,
    )
  })

  test.each(types)('%s is written by the model and has no ledger', async (contentType) => {
    using server = startModels(good[contentType])
    const result = await written(contextOf(server), briefOf(fewPulls, { contentType }))
    expect(result.title).toBe(good[contentType].title)
    expect(result.ledger).toBeUndefined()
    expect(result.usages).toHaveLength(1)
    expect(server.asked).toHaveLength(1)
  })

  test('a blog post links by id or address of the activity, and to nothing else', async () => {
    const links =
      '[one](c1) [two](https://github.com/acme/app/pull/2) [three](https://evil.example) [four](c99) [five][ref] <https://evil.example/a> https://evil.example/b ![pixel](https://evil.example/p.png)\n\n[ref]: https://evil.example/ref'
    using server = startModels({ ...good.blog_post, markdown: `${links}\n\n${words(450)}` })
    const brief = briefOf(fewPulls, { contentType: 'blog_post' })
    const { markdown, recommendations } = await written(contextOf(server), brief)
    expect(markdown).toMatch(
      /^\[one\]\(https:\/\/github\.com\/acme\/app\/pull\/\d\) \[two\]\(https:\/\/github\.com\/acme\/app\/pull\/2\) three four five {2,}pixel/,
    )
    expect(markdown).not.toContain('evil')
    expect(recommendations).toBe('Check the numbers.')
  })

  test('a blog post has every bullet linked to its source, or it is left out', async () => {
    const markdown = `${words(450)}\n\n- Linked [here](c1)\n- Not linked\n`
    using server = startModels({ ...good.blog_post, markdown })
    const result = await written(contextOf(server), briefOf(fewPulls, { contentType: 'blog_post' }))
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]?.prompt).toContain('Some bullets do not link to their source.')
    expect(result.markdown).toContain('- Linked [here](https://')
    expect(result.markdown).not.toContain('Not linked')
  })

  test('a blog post has no title heading of its own', async () => {
    using server = startModels({ ...good.blog_post, markdown: `# Title\n\n${article}\n\n# Part\n\nText.` })
    const { markdown } = await written(contextOf(server), briefOf(fewPulls, { contentType: 'blog_post' }))
    expect(markdown).toStartWith('Intro')
    expect(markdown).toContain('\n## Part\n')
  })

  test.each([
    ['blog_post', 'too few words', words(399), 'minor', 'The body has 399 words instead of 400 to 800.'],
    ['blog_post', 'too many words', words(801), 'minor', 'The body has 801 words instead of 400 to 800.'],
    ['blog_post', 'an invented number', `${words(450)} See #999.`, 'blocking', 'No source mentions #999.'],
    [
      'blog_post',
      'an invented figure',
      `${words(450)} 73% faster.`,
      'blocking',
      'No source supports the figure 73',
    ],
    [
      'linkedin_post',
      'too little',
      'Short.\nVery.\nYes.',
      'minor',
      'The text has 19 characters instead of 400 to 1,200.',
    ],
    ['linkedin_post', 'too much', `a\nb\n${words(400)}`, 'minor', 'characters instead of 400 to 1,200.'],
    ['linkedin_post', 'no hook', words(120), 'minor', 'The text does not start with two lines'],
    ['linkedin_post', 'hashtags', `${linkedinText} #shipping`, 'minor', 'The text has hashtags.'],
    ['linkedin_post', 'emojis', `${linkedinText} 🚀`, 'minor', 'The text has emojis.'],
    [
      'linkedin_post',
      'pull requests',
      `${linkedinText} See PR 12.`,
      'minor',
      'The text names a pull request or a commit.',
    ],
    [
      'twitter_post',
      '281 characters',
      'é'.repeat(281),
      'minor',
      'The text has 281 characters instead of at most 280.',
    ],
    ['twitter_post', 'hashtags', 'Exports stream now, try them. #exports', 'minor', 'The text has hashtags.'],
    [
      'twitter_post',
      'raw numbers',
      'Exports stream now since #12 landed.',
      'minor',
      'The text names a pull request or a commit.',
    ],
    ['twitter_post', 'flags', 'Exports stream now in France 🇫🇷 as well.', 'minor', 'The text has emojis.'],
    ['twitter_post', 'next to nothing', 'No.', 'minor', 'The text is shorter than 20 characters.'],
  ] as const)(
    '%s with %s is requested again, then becomes a draft with the fault marked as %s',
    async (contentType, _, markdown, severity, fault) => {
      using server = startModels({ title: 'Exports', markdown })
      const { faulty } = await written(contextOf(server), briefOf(fewPulls, { contentType }))
      const found = faulty?.faults.find(({ message }) => message.includes(fault))
      expect(found?.severity).toBe(severity)
      expect(server.asked).toHaveLength(2)
      expect(server.asked[1]?.prompt).toContain(fault)
    },
  )

  test.each(types)('%s without any text fails with the reason', async (contentType) => {
    using server = startModels({ title: 'Exports', markdown: ' ' })
    const error = await failure(write(contextOf(server), briefOf(fewPulls, { contentType })))
    expect(error).toBeInstanceOf(GiveUp)
    expect(error.message).toMatch(/^The model did not write an? (blog|LinkedIn|X) post that can be used\./)
    expect(error.message.length).toBeLessThanOrEqual(300)
  })

  test('without a title is named by its first line', async () => {
    using server = startModels({ markdown: good.twitter_post.markdown })
    const result = await written(contextOf(server), briefOf(fewPulls, { contentType: 'twitter_post' }))
    expect(result.title).toBe(good.twitter_post.markdown)
    expect(result.faulty).toBeUndefined()
  })

  test('280 characters are counted as users count', async () => {
    using server = startModels({ title: 'Exports', markdown: '𝒳'.repeat(280) })
    const { markdown } = await written(contextOf(server), briefOf(fewPulls, { contentType: 'twitter_post' }))
    expect([...markdown]).toHaveLength(280)
  })

  test('a corrected answer is used, and both calls are counted', async () => {
    using server = startModels({ ...good.twitter_post, markdown: '#nope' }, good.twitter_post)
    const result = await written(contextOf(server), briefOf(fewPulls, { contentType: 'twitter_post' }))
    expect(result.usages).toHaveLength(2)
    expect(result.markdown).toBe(good.twitter_post.markdown)
  })

  test.each(['Exports #12', 'Exports of v2.0-beta', 'At 0a1b2c3', '', 'x'.repeat(121)])(
    'has no raw number, sha or tag in its title: %p',
    async (title) => {
      using server = startModels({ ...good.twitter_post, title }, good.twitter_post)
      const brief = briefOf(fewPulls, { contentType: 'twitter_post', event: { tagName: 'v2.0-beta' } })
      expect((await written(contextOf(server), brief)).title).toBe('Exports')
      expect(server.asked).toHaveLength(2)
    },
  )

  test('social posts are plain text without links', async () => {
    const markdown =
      'Exports **stream** now: [read on](https://github.com/acme/app/pull/1) or https://x.example/a.'
    using server = startModels({ title: 'Exports', markdown })
    const result = await written(contextOf(server), briefOf(fewPulls, { contentType: 'twitter_post' }))
    expect(result.markdown).toBe('Exports stream now: read on or.')
  })

  test('the model may skip with a reason of at most 300 characters', async () => {
    using server = startModels({ skip: 'Nothing for customers. '.repeat(20) })
    const result = await write(contextOf(server), briefOf(fewPulls, { contentType: 'blog_post' }))
    expect(result.skipped).toStartWith('Nothing for customers.')
    expect(result.skipped?.length).toBeLessThanOrEqual(300)
  })

  test('low-signal activity is skipped without asking', async () => {
    using server = startModels(good.blog_post)
    const idle = activity([commit('c', 'chore: tidy')])
    const result = await write(contextOf(server), briefOf(idle, { contentType: 'blog_post' }))
    expect(result.skipped).toContain('No notable changes in this range')
    expect(server.asked).toHaveLength(0)
  })
})

describe('in the queue', () => {
  async function run(server: Models, contentType: WritingBrief['contentType']) {
    const clock = { now: new Date('2026-03-04T12:00:00Z') }
    const ctx: Context = { ...contextOf(server), now: () => clock.now }
    const ended: { result: WrittenPost | null; dead: string | null } = { result: null, dead: null }
    const job = defineJob(
      'test.write',
      t.Object({}),
      async (ctx, _, attempt) => {
        const brief = briefOf(fewPulls, { contentType })
        ended.result = await writeContent(ctx, ctx.models.writer, brief, attempt)
      },
      {
        onDead: (_ctx, _payload, reason) => {
          ended.dead = reason
          return []
        },
      },
    )
    await job.insert(ctx, {})
    for (let round = 0; round < 8; round++) {
      await performDueJobs(ctx, [job])
      clock.now = new Date(clock.now.getTime() + 15 * 60_000)
    }
    return ended
  }

  const short = { ...answer, summary: 'Short.' }
  const busy = () => Response.json({}, { status: 429, headers: { 'retry-after': '600' } })
  const broken = () => Response.json({}, { status: 500 })

  test('a run succeeds once the endpoint is back, and pays for no answer twice', async () => {
    using server = startModels(busy, broken, short, broken, { summary: words(40) })
    const { result, dead } = await run(server, 'changelog')
    expect(dead).toBeNull()
    expect(result?.usages).toHaveLength(2)
    expect(server.asked).toHaveLength(5)
  })

  test('a run dies after five attempts with a sentence', async () => {
    using server = startModels(broken)
    expect(await run(server, 'blog_post')).toEqual({
      result: null,
      dead: 'The endpoint of the model writer returned status 500.',
    })
    expect(server.asked).toHaveLength(5)
  })

  test('a run whose answers stay invalid dies with a sentence', async () => {
    using server = startModels('garbage')
    const { dead } = await run(server, 'twitter_post')
    expect(dead).toBe(
      'The model did not write an X post that can be used. It is not the JSON object that was asked for, or breaks off before its end.',
    )
    expect(server.asked).toHaveLength(2)
  })

  test('a run whose key is refused dies immediately', async () => {
    using server = startModels(() => Response.json({}, { status: 401 }))
    expect((await run(server, 'changelog')).dead).toContain('check OPENAI_API_KEY')
    expect(server.asked).toHaveLength(1)
  })
})

test('the schema in the request requires every field, as strict endpoints expect', async () => {
  using server = startModels(answer)
  await written(contextOf(server), briefOf(fewPulls))
  const { schema, strict } = (server.asked[0] as any).body.response_format.json_schema
  expect(strict).toBe(true)
  expect(schema.required).toEqual(['title', 'summary', 'highlights', 'titles'])
  expect(schema.additionalProperties).toBe(false)
  expect(schema.properties.highlights.items.additionalProperties).toBe(false)
})
