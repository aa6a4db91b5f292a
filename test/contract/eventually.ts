// Long enough for a busy machine: the limit of the test ends a wait in vain.
const patience = 100_000

// Asynchronous jobs are observed through the API: polls until there is a result.
export async function eventually<T>(what: string, look: () => Promise<T | undefined | null | false>) {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const seen = await look()
    if (seen) return seen
    await Bun.sleep(20)
  }
  throw new Error(`Waited in vain for ${what}.`)
}
