/** A pet as people describe it in the browser tests. */
export const PET = {
  petName: 'Moti',
  petType: 'Dog',
  petAge: '3 years',
  petGender: 'male',
  location: 'Shivaji Nagar, Pune',
  address: '12 Neem Road',
  contactDetails: '+91 98765 43210',
}
