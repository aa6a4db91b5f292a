export const draft = {
  restored: (at: string) => `Restored your unsaved changes from ${at}`,
}
