/** An engine as people call it. */
export function useEngineNames(): (engine: string) => string {
  return (engine) => engine.split('/').at(-1) ?? engine
}
