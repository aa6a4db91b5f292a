export const app = {
  herald: 'Herald',
}

export const main = {
  noElement: 'The page has no place for the dashboard.',
}
