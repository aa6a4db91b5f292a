/** Whether this program is the compiled binary, which contains its main file, and not a checkout run by Bun. */
export const isCompiled = (): boolean => Bun.main.startsWith('/$bunfs/') || Bun.main.includes('~BUN')
