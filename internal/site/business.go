package site

import (
	"slices"
	"strings"
)

// Business says what kind of business a site belongs to, and where people find it.
// Search engines show it beside their results; visitors read it where a page says so.
//
//	# site.yaml
//	business:
//	  type: Bakery
//	  address: {street: 12 Mill Lane, city: Little Wexham, postalCode: WX1 2AB, country: GB}
//	  hours: ['Tu-Su 07:00-13:00']
type Business struct {
	// What kind it is, as schema.org names it: Bakery, Restaurant, Dentist, LegalService, ProfessionalService, Organization and many more. Left out: LocalBusiness where there is an address, else Organization.
	Type string `yaml:"type" validate:"omitempty,business"`
	// Where people come to. A business at a place needs one.
	Address *PostalAddress `yaml:"address"`
	// Phone number, beginning with that of the country, such as +44 1632 960100. Left out, the site's.
	Phone Text `yaml:"phone"`
	// When it is open, as days and times: Mo-Fr 09:00-17:00, or Sa,Su 10:00-13:00. A time after midnight belongs to the day before: Fr 18:00-02:00.
	Hours []string `yaml:"hours" validate:"omitempty,dive,hours"`
	// Addresses of its profiles elsewhere, such as https://www.instagram.com/crust.
	Profiles []string `yaml:"profiles" validate:"omitempty,dive,http_url"`
}

// PostalAddress is where a business is.
type PostalAddress struct {
	// Street and number.
	Street Text `yaml:"street" validate:"required"`
	// City, town or village.
	City Text `yaml:"city" validate:"required"`
	// State, county or province, where addresses have one.
	Region Text `yaml:"region"`
	// Postal code.
	PostalCode Text `yaml:"postalCode"`
	// The country as two letters, such as US or DE.
	Country string `yaml:"country" validate:"required,iso3166_1_alpha2"`
}

// localTypes are the kinds of business at a place that schema.org knows (LocalBusiness
// and what is one), otherTypes those of other organizations.
var (
	localTypes = strings.Fields(`
	AccountingService AdultEntertainment AmusementPark AnimalShelter ArchiveOrganization ArtGallery Attorney Audiology AutoBodyShop AutoDealer
	AutoPartsStore AutoRental AutoRepair AutoWash AutomatedTeller AutomotiveBusiness Bakery BankOrCreditUnion BarOrPub BeautySalon BedAndBreakfast
	BikeStore BookStore BowlingAlley Brewery CafeOrCoffeeShop Campground Casino ChildCare ClothingStore ComedyClub CommunityHealth ComputerStore
	ConvenienceStore DaySpa Dentist DepartmentStore Dermatology DietNutrition Distillery DryCleaningOrLaundry Electrician ElectronicsStore Emergency
	EmergencyService EmploymentAgency EntertainmentBusiness ExerciseGym FastFoodRestaurant FinancialService FireStation Florist FoodEstablishment
	FurnitureStore GardenStore GasStation GeneralContractor Geriatric GolfCourse GovernmentOffice GroceryStore Gynecologic HVACBusiness HairSalon
	HardwareStore HealthAndBeautyBusiness HealthClub HobbyShop HomeAndConstructionBusiness HomeGoodsStore Hospital Hostel Hotel HousePainter IceCreamShop
	IndividualPhysician InsuranceAgency InternetCafe JewelryStore LegalService Library LiquorStore LocalBusiness Locksmith LodgingBusiness MedicalBusiness
	MedicalClinic MensClothingStore Midwifery MobilePhoneStore Motel MotorcycleDealer MotorcycleRepair MovieRentalStore MovieTheater MovingCompany
	MusicStore NailSalon NightClub Notary Nursing Obstetric OfficeEquipmentStore Oncologic Ophthalmology Optician Optometric Otolaryngologic OutletStore
	PawnShop Pediatric PetStore Pharmacy Physician PhysiciansOffice Physiotherapy PlasticSurgery Plumber Podiatric PoliceStation PostOffice PrimaryCare
	ProfessionalService Psychiatric PublicHealth PublicSwimmingPool RadioStation RealEstateAgent RecyclingCenter Resort Restaurant RoofingContractor
	SelfStorage ShoeStore ShoppingCenter SkiResort SportingGoodsStore SportsActivityLocation SportsClub StadiumOrArena Store TattooParlor
	TelevisionStation TennisComplex TireShop TouristInformationCenter ToyStore TravelAgency VacationRental WholesaleStore Winery`)
	otherTypes = strings.Fields(`
	Airline CollegeOrUniversity Consortium Cooperative Corporation DanceGroup DiagnosticLab EducationalOrganization ElementarySchool
	GovernmentOrganization HighSchool LibrarySystem MedicalOrganization MiddleSchool MusicGroup NGO NewsMediaOrganization OnlineBusiness OnlineMarketplace
	OnlineStore Organization PerformingGroup PoliticalParty Preschool ResearchOrganization School SearchRescueOrganization SportsOrganization SportsTeam
	TheaterGroup VeterinaryCare WorkersUnion`)
)

// BusinessTypes returns all kinds of business, sorted.
func BusinessTypes() []string {
	return slices.Sorted(slices.Values(slices.Concat(localTypes, otherTypes)))
}

// Kind returns the kind of the business, as schema.org names it.
func (b *Business) Kind() string {
	switch {
	case b.Type != "":
		return b.Type
	case b.Address != nil:
		return "LocalBusiness"
	}
	return "Organization"
}

// IsLocal reports whether people come to such a business.
func (b *Business) IsLocal() bool { return slices.Contains(localTypes, b.Kind()) }
