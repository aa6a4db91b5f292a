import { PageHead } from '../parts/page.tsx'

export function FeedbackPage() {
  return <PageHead title="Feedback" />
}
