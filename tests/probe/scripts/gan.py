"""A GAN with two optimizers: 30 iterations, each with a step of the discriminator and one of the generator."""

import torch
from torch import nn

torch.manual_seed(0)
generator, discriminator = nn.Linear(4, 2), nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1))
of_generator = torch.optim.Adam(generator.parameters(), lr=1e-3)
of_discriminator = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
judged = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(32, 1), torch.zeros(32, 1)

for _ in range(30):
    fake = generator(torch.randn(32, 4))
    of_discriminator.zero_grad()
    loss = judged(discriminator(torch.randn(32, 2)), ones) + judged(discriminator(fake.detach()), zeros)
    loss.backward()
    of_discriminator.step()
    of_generator.zero_grad()
    judged(discriminator(fake), ones).backward()
    of_generator.step()
print("loss", float(loss).hex())
