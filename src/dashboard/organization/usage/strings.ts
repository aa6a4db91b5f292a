export const credits = {
  cost: 'Cost',
  thisMonth: (cost: string) => `${cost} this month`,
  credits: 'Credits',
  left: (credits: string) => `${credits} left. Credits pay for requests over a limit.`,
  noneLeft: 'No credits left. Requests over a limit are rejected.',
  unlimited: 'Unlimited',
  none: 'No credits. Requests over a limit are rejected.',
}

export const features = {
  usedThisMonth: 'Used this month',
  answersInScans: 'Answers in scans',
  hints: {
    long_form_posts: 'Changelogs and blog posts that Herald generated, deleted ones included.',
    social_posts: 'LinkedIn and X posts that Herald generated.',
    image_generations: 'Images of highlights that Herald generated.',
    ai_answers: 'Answers that scans got from AI engines.',
  },
  ofLimit: (limit: string) => ` of ${limit}`,
  usedLegend: 'used',
  inProgressLegend: 'in progress',
  leftLegend: 'left',
  used: (used: string) => `${used} used`,
  inProgress: (held: string) => `${held} in progress`,
  notIncluded: 'not included',
  left: (left: string) => `${left} left`,
  noneLeft: 'none left',
  noLimit: 'no limit',
}

export const usagePage = {
  usage: 'Usage',
  usedThisMonth: 'Used this month',
  limitsNote: 'The server operator sets the limits',
  models: 'Models',
  nothingUsed: 'Nothing used this month',
  generateAPost: 'Generate a post',
  noLimits: 'No limits are set.',
  resets: (month: string, day: string) => `${month}. Counted again from ${day}.`,
}
