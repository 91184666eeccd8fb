"""Prints what independent programs say: names in cases (pytrovich over Faker's lists), numbers in words (num2words)."""
import random
import sys

from faker.providers.person.ru_RU import Provider as Names
from num2words import num2words
from pytrovich.enums import Case, Gender, NamePart
from pytrovich.maker import PetrovichDeclinationMaker

CASES = [Case.GENITIVE, Case.DATIVE, Case.ACCUSATIVE, Case.INSTRUMENTAL, Case.PREPOSITIONAL]
chance = random.Random(20261201)
maker = PetrovichDeclinationMaker()

people = [
    (Gender.MALE, Names.last_names_male, Names.first_names_male, Names.middle_names_male),
    (Gender.FEMALE, Names.last_names_female, Names.first_names_female, Names.middle_names_female),
]
for index in range(int(sys.argv[1])):
    gender, surnames, given, patronymics = people[index % 2]
    parts = [
        (NamePart.LASTNAME, chance.choice(surnames)),
        (NamePart.FIRSTNAME, chance.choice(given)),
        (NamePart.MIDDLENAME, chance.choice(patronymics)),
    ]
    forms = [" ".join(maker.make(part, gender, case, word) for part, word in parts) for case in CASES]
    print("name", " ".join(word for _, word in parts), *forms, sep="\t")

for _ in range(int(sys.argv[2])):
    number = chance.randrange(10 ** chance.randint(1, 14))
    print("number", number, num2words(number, lang="ru"), sep="\t")
