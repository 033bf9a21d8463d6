type Camp = { name: string; ward: string; place: string }

/** The place of a camp with its ward, which is left out where the name or the place says it. */
export function whereIs({ name, ward, place }: Camp): string {
  const isSaid = [name, place].some((said) => said.toLowerCase().includes(ward.toLowerCase()))
  return isSaid ? place : `${place}, ${ward}`
}
