export const projectPage = {
  projectNotFound: 'Project not found',
  openFirstProject: 'Open first project',
  notFoundText: 'It was deleted or belongs to another organization.',
}

export const setUp = {
  title: 'Not set up yet',
  setUp: 'Set up',
  readMyWebsite: 'Read my website',
  explanation:
    'Herald sends your customers’ questions to AI engines and measures how often the answers mention you.',
  toStart: 'To start, let Herald read your website.',
  setUpVisibility: 'Set up visibility',
  note: 'Nothing is sent until you run a scan.',
  settingUp: 'Setting up',
  projectName: 'Project name',
  projectNameHint: 'For example, the product or market.',
  brand: 'Brand',
  brandHint: 'Scans count mentions of this brand. Citations of its website count as yours.',
}

export const switcher = {
  project: 'Project',
  projectNotFound: 'Project not found',
}

export const engines = {
  surfaces: { api_search: 'API with web search', api_plain: 'API without search' },
  you: 'You',
}
