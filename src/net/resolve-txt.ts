import { Resolver } from 'node:dns/promises'

/** The texts of the TXT records of a name; empty if there are none. Throws if no name server answers. */
export type ResolveTxt = (name: string) => Promise<string[]>

export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
