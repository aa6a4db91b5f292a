export const projectPage = {
  projectNotFound: 'Project not found',
  openFirstProject: 'Open first project',
  notFoundText: 'It was deleted or belongs to another organization.',
}

export const setUp = {
  title: 'Not set up yet',
  setUp: 'Set up visibility',
  cancel: 'Cancel new project',
  explanation:
    'Herald sends your customers’ questions to AI engines and measures how often the answers mention you.',
}

export const switcher = {
  project: 'Project',
  projectNotFound: 'Project not found',
}

export const engines = {
  you: 'You',
}
