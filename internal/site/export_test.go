package site

// AddressRule is the rule for addresses, as the browser has it too.
var AddressRule = address.String()
