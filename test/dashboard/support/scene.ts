import type { Role } from '../../../src/features/members/table.ts'
import type { SignedInPerson, Team } from '../../support/app.ts'
import { type Herald, sharedHerald } from './herald.ts'
import { type Admit, type Visitor, visitorTest } from './page-test.ts'

/** Where a test takes place: a server, an organization that nothing else knows, and who comes to look. */
export type Scene = {
  herald: Herald
  team: Team
  /** Somebody of an organization, signed in; what they open is below the organization's address. */
  visit(role?: Role, team?: Team): Promise<Member>
  /** Somebody who is signed in nowhere. */
  admit: Admit
}

/** A visitor who belongs to an organization. */
export type Member = Visitor & { person: SignedInPerson }

let teams = 0
let people = 0
const names: Record<Role, string> = { owner: 'Ada', admin: 'Mira', member: 'Jonas' }

/** A test of pages on the file's server, in an organization of its own. */
export function pageTest(name: string, act: (scene: Scene) => Promise<void>) {
  visitorTest(name, async (admit) => {
    const herald = await sharedHerald()
    herald.models.replyWith('Nothing to say.')
    const team = await herald.team(`team-${++teams}`)
    const visit = (role: Role = 'owner', of = team) => signIn(admit, herald, of, role)
    await act({ herald, team, visit, admit })
  })
}

/** A server without a model that writes, until it is disposed of. */
export function withoutModel({ herald: { ctx } }: Scene): Disposable {
  const { models } = ctx
  ctx.models = { ...models, writer: null }
  return {
    [Symbol.dispose]() {
      ctx.models = models
    },
  }
}

/** Lets in a visitor who has a session already. */
export async function signIn(admit: Admit, herald: Herald, team: Team, role: Role): Promise<Member> {
  const visitor = await admit(herald.url, herald.ctx.clock.now)
  const person = await team.person(role, `${names[role]} ${++people}`)
  const [name = '', value = ''] = person.cookie.split('=')
  await visitor.context.addCookies([{ name, value, url: herald.url, httpOnly: true, sameSite: 'Lax' }])
  return { ...visitor, person, open: (path) => visitor.open(`/app/${team.slug}${path}`) }
}
