import { brandIdentities } from '../../../src/features/brand-identities/table.ts'
import type { Scene } from './scene.ts'

type Known = Partial<Omit<typeof brandIdentities.$inferInsert, 'id' | 'organizationId'>>

/** Stores a brand; gives its id. */
export async function addBrand({ herald: { ctx }, team }: Scene, known: Known = {}): Promise<string> {
  const id = crypto.randomUUID()
  const now = ctx.now()
  const times = { createdAt: now, updatedAt: now }
  const named = { name: 'Acme', websiteUrl: 'https://acme.com' }
  await ctx.db.insert(brandIdentities).values({ ...times, ...named, ...known, id, organizationId: team.id })
  ctx.clock.advance(1000)
  return id
}

export const acme: Known = {
  companyName: 'Acme Inc.',
  companyDescription: 'Acme makes anvils. They are for smiths who want them to last.',
  audience: 'Smiths and their apprentices.',
  toneProfile: 'Professional',
  customTone: 'Dry, with a wink.',
  language: 'German',
  customInstructions: 'Never call an anvil a product.',
  isDefault: true,
}
