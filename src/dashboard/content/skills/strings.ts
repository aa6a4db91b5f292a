export const confirms = {
  restored: (name: string) => `${name} restored.`,
  restoreBuiltInText: 'Restore built-in text',
  restore: 'Restore',
  restoring: 'Restoring',
  restoreBuiltInTextEffect: (name: string) =>
    `Your changes to ${name} are lost. Updates of Herald can then change its text.`,
  deleted: (name: string) => `${name} deleted.`,
  delete: (name: string) => `Delete ${name}`,
  deleteSkill: 'Delete skill',
  deleting: 'Deleting',
  deleteEffect: 'Agents can no longer use it.',
}

export const newSkill = {
  title: 'New skill',
  note: 'Agents find skills by name.',
  createSkill: 'Create skill',
  creating: 'Creating',
  name: 'Name',
  namePlaceholder: 'release-notes',
  nameHint: 'Lowercase letters, numbers and hyphens.',
  description: 'Description',
  instructions: 'Instructions',
}

export const skillForm = {
  saved: (name: string) => `${name} saved.`,
  restoreBuiltInText: 'Restore built-in text',
  delete: 'Delete',
  saving: 'Saving',
  save: 'Save',
  name: 'Name',
  description: 'Description',
  instructions: 'Instructions',
}

export const skillPage = {
  skills: 'Skills',
}

export const skillTable = {
  caption: 'Skills',
  nameColumn: 'Name',
  descriptionColumn: 'Description',
  originColumn: 'Origin',
  custom: 'Custom',
  edited: 'Edited',
  builtIn: 'Built in',
}

export const skillsPage = {
  title: 'Skills',
  subtitle: 'Writing instructions for each content type.',
  newSkill: 'New skill',
}
