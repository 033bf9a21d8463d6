/** The route of a path in `contract/`: `/pets/:id` for `/pets/{id}`. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
