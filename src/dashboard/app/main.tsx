import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './app.tsx'
import * as strings from './strings.ts'

const place = document.getElementById('root')
if (!place) throw new Error(strings.main.noElement)

// During development, an edit keeps the state of the page.
const kept: { root?: Root } = import.meta.hot?.data ?? {}
kept.root ??= createRoot(place)
kept.root.render(
  <StrictMode>
    <App />
  </StrictMode>,
)

if (import.meta.hot) import.meta.hot.accept()
