type Act = () => void | Promise<void>

const acts: Act[] = []

/**
 * Runs `act` after all tests of this file: Bun's runner ends without an exit event. The next file may run in
 * this process, with the same modules.
 */
export function atEnd(act: Act): void {
  acts.push(act)
}

/** The functions that preload runs after the last test. */
export async function cleanUpAll(): Promise<void> {
  for (const act of acts.splice(0).reverse()) await act()
}
